import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import type { WrittenFile } from '@storeward/contract/endpoint';

type Cells = Parameters<typeof csvLine>[0];

/** The parts of a CSV file: its head, and then one from each part of its rows. */
export async function* csvParts<Row>(
  head: Cells,
  rows: AsyncIterable<readonly Row[]>,
  linesOf: (row: Row) => readonly Cells[],
): WrittenFile['parts'] {
  yield { text: byteOrderMark + csvLine(head), rowCount: 0 };
  for await (const part of rows) {
    const lines = part.flatMap(linesOf);
    yield { text: lines.map(csvLine).join(''), rowCount: lines.length };
  }
}
