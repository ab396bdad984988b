import { audit, type AuditFormat } from '@storeward/contract/audit';
import type { RequestOf } from '@storeward/contract/endpoint';
import { ApiError, openResponse } from '../platform/api/api.ts';
import { receiveFile } from '../platform/workbook/received-file.ts';

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
  let tail = '';
  let lines = 0;
  const file = await receiveFile(response, format === 'xlsx' ? { workbook: 'Audit' } : {}, (text) => {
    lines += text.split(sent === 'csv' ? '\r\n' : '\n').length - 1;
    tail = (tail + text).slice(-200);
    onProgress(lines);
  });
  const count = endOf[sent].exec(tail)?.[1];
  if (count === undefined) throw new ApiError(0);
  return { file, count: Number(count) };
}
