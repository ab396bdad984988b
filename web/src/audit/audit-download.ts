import { audit, type AuditFormat } from '@storeward/contract/audit';
import type { RequestOf } from '@storeward/contract/endpoint';
import { ApiError, openResponse } from '../platform/api/api.ts';

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
  format: AuditFormat,
  filter: ExportFilter,
  onProgress: (lines: number) => void,
): Promise<{ file: Blob; count: number }> {
  const response = await openResponse(audit.export, { query: { ...filter, format } }, { accept: '*/*' });
  const parts: Blob[] = [];
  const decoder = new TextDecoder();
  let tail = '';
  let lines = 0;
  const reader = response.body.getReader();
  for (;;) {
    const { value, done } = await reader.read().catch((cause: unknown) => {
      throw new ApiError(0, { message: String(cause) });
    });
    if (done) break;
    parts.push(new Blob([value]));
    const text = decoder.decode(value, { stream: true });
    lines += text.split(format === 'csv' ? '\r\n' : '\n').length - 1;
    tail = (tail + text).slice(-200);
    onProgress(lines);
  }
  const count = endOf[format].exec(tail)?.[1];
  if (count === undefined) throw new ApiError(0);
  return { file: new Blob(parts, { type: response.headers.get('content-type') ?? '' }), count: Number(count) };
}
