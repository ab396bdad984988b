import { readCsv } from '@storeward/contract/csv';
import type { Endpoint, RequestOf } from '@storeward/contract/endpoint';
import { ApiError, openResponse } from '../api/api.ts';
import type { NamedFile, TableFormat } from './table-file.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Downloads a CSV file as it is or as a workbook, and counts its rows.
 * Throws `ApiError`, also if the file ends before its end.
 */
export async function downloadTable<E extends Endpoint & { readonly streams: readonly string[] }>(
  endpoint: E,
  input: RequestOf<E>,
  { format, name }: { readonly format: TableFormat; readonly name: string },
): Promise<NamedFile & { readonly count: number }> {
  const response = await openResponse(endpoint, input, { accept: '*/*', quiet: 'logged' });
  let lines = 0;
  let isQuoted = false;
  const file = await receiveFile(response, format === 'xlsx' ? { workbook: name } : {}, (text) => {
    for (const [mark] of text.matchAll(/["\n]/g)) {
      if (mark === '"') isQuoted = !isQuoted;
      else if (!isQuoted) lines += 1;
    }
  });
  return { file, name: `${name}.${format}`, count: lines - 1 };
}

/** Receives a file, as it is or as a workbook with this sheet; `onText` receives each part of its text. */
export async function receiveFile(
  response: Response & { body: ReadableStream<Bytes> },
  { workbook }: { readonly workbook?: string },
  onText: (text: string) => void,
): Promise<Blob> {
  const decoder = new TextDecoder();
  let byteCount = 0;
  const read = (bytes: Bytes) => {
    const text = decoder.decode(bytes, { stream: true });
    byteCount += bytes.length;
    onText(text);
    return text;
  };
  const ensureComplete = () => {
    const length = response.headers.get('content-length');
    // some browsers accept a connection that ends early; of a compressed file the length is another one
    if (length === null || response.headers.has('content-encoding') || byteCount === Number(length)) return;
    throw new ApiError(0, { message: `${byteCount} of ${length} bytes were received` });
  };
  if (workbook !== undefined) {
    const file = await workbookOf(workbook, response.body, read);
    ensureComplete();
    return file;
  }
  const parts: Blob[] = [];
  for await (const bytes of chunksOf(response.body)) {
    parts.push(new Blob([bytes]));
    read(bytes);
  }
  ensureComplete();
  return new Blob(parts, { type: response.headers.get('content-type') ?? '' });
}

/** The workbook is written while its rows arrive, so that they are never all in memory. */
async function workbookOf(name: string, body: ReadableStream<Bytes>, read: (bytes: Bytes) => string): Promise<Blob> {
  const { createWorkbook } = await import('./workbook-writer.ts');
  async function* texts() {
    for await (const bytes of chunksOf(body)) yield read(bytes);
  }
  return createWorkbook(name, readCsv(texts()));
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
