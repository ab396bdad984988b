import { audit, type AuditFormat } from '@storeward/contract/audit';
import { readCsv } from '@storeward/contract/csv';
import type { RequestOf } from '@storeward/contract/endpoint';
import { ApiError, openResponse } from '../platform/api/api.ts';

/** A format of the server, or the CSV of the server as a workbook. */
export type EntryFormat = AuditFormat | 'xlsx';

export type ExportFilter = Omit<RequestOf<typeof audit.export>['query'], 'format'>;

/** The last line of a complete file, with the number of its entries. */
const endOf: Readonly<Record<AuditFormat, RegExp>> = {
  csv: /(?:^|\n)End of the file: (\d+) entries\r\n$/,
  jsonl: /(?:^|\n)\{"type":"end","entries":(\d+)\}\n$/,
};

/**
 * Downloads the matching entries; `onProgress` receives the number of lines so far. Throws `ApiError`, also if the file ends before its
 * last line.
 */
export async function downloadEntries(
  format: EntryFormat,
  filter: ExportFilter,
  onProgress: (lines: number) => void,
): Promise<{ file: Blob; count: number }> {
  const sent = format === 'xlsx' ? 'csv' : format;
  const response = await openResponse(audit.export, { query: { ...filter, format: sent } }, { accept: '*/*' });
  const decoder = new TextDecoder();
  let tail = '';
  let lines = 0;
  const read = (bytes: Bytes) => {
    const text = decoder.decode(bytes, { stream: true });
    lines += text.split(sent === 'csv' ? '\r\n' : '\n').length - 1;
    tail = (tail + text).slice(-200);
    onProgress(lines);
    return text;
  };
  const file = await (format === 'xlsx' ? workbookOf(response.body, read) : copyOf(response, read));
  const count = endOf[sent].exec(tail)?.[1];
  if (count === undefined) throw new ApiError(0);
  return { file, count: Number(count) };
}

type Bytes = Uint8Array<ArrayBuffer>;

async function copyOf(response: Response & { body: ReadableStream<Bytes> }, read: (bytes: Bytes) => string) {
  const parts: Blob[] = [];
  for await (const bytes of chunksOf(response.body)) {
    parts.push(new Blob([bytes]));
    read(bytes);
  }
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/** The workbook is written while its rows arrive, so that they are never all in memory. */
async function workbookOf(body: ReadableStream<Bytes>, read: (bytes: Bytes) => string): Promise<Blob> {
  const { createWorkbook } = await import('../platform/workbook/workbook-writer.ts');
  async function* texts() {
    for await (const bytes of chunksOf(body)) yield read(bytes);
  }
  return createWorkbook('Audit', readCsv(texts()));
}

async function* chunksOf(body: ReadableStream<Bytes>): AsyncGenerator<Bytes> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { value, done } = await reader.read().catch((cause: unknown) => {
        throw new ApiError(0, { message: String(cause) });
      });
      if (done) return;
      yield value;
    }
  } finally {
    // has no effect at the end; where the file is given up before, the server stops sending
    await reader.cancel().catch(() => undefined);
  }
}
