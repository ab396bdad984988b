import { InvalidArgumentError } from 'commander';

/** The first rows of a list. */
export async function limited<Row>(rows: AsyncIterable<Row>, limit = Number.POSITIVE_INFINITY): Promise<Row[]> {
  const found: Row[] = [];
  for await (const row of rows) {
    if (found.length >= limit) break;
    found.push(row);
  }
  return found;
}

/** Parses the value of an option that is a positive number. */
export function numberOf(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It has to be a positive number.');
  return Number(text);
}
