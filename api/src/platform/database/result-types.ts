import pg from 'pg';

const unchanged = (value: string) => value;
const parseTimestamp = (value: string) =>
  value.endsWith('infinity')
    ? null
    : `${value.slice(0, 10)}T${value.slice(11).replace(/(\.\d+)?\+00$/, (_, fraction: string = '') => `${fraction.padEnd(4, fraction ? '0' : '').slice(0, 4)}Z`)}`;

// Timestamps stay text: converting them to Date and back is almost half of the cost of a list.
const parsers = new Map<number, (value: string) => unknown>([
  [1184, parseTimestamp],
  [1114, unchanged],
  [1082, unchanged],
  [20, Number],
]);
/** How the values of a result are read. */
export const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary'): unknown =>
    (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
};
