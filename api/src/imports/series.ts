import { codeInSeries } from '@storeward/contract/imports/numbering';
import type { Actor } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import type { RunKind } from './kind.ts';
import type { Constants } from './table.ts';
import { listRowsInSeries, replaceKeys } from './series-queries.ts';

type Work = { readonly db: Db; readonly actor: Actor; readonly kind: RunKind };

/** How many codes are compared with those of the organisation at once. */
const codesAtOnce = 1_000;

/** The column of a kind whose values this run counts on from a first one, with that one. */
export function seriesOf({ columns }: Pick<RunKind, 'columns'>, constants: Constants | null) {
  const column = columns.known.find(({ name, numbered }) => numbered && constants?.[name] !== undefined)?.name;
  return column === undefined ? undefined : { column, first: constants?.[column] ?? '' };
}

/** Counts on from a first code, without those that the organisation has. */
export function codeSeries({ db, actor, kind }: Work, first: string, steps = 0) {
  let from = steps;
  let free: string[] = [];
  return async (): Promise<string> => {
    while (free.length === 0) {
      const codes = Array.from({ length: codesAtOnce }, (_, index) => codeInSeries(first, from + index));
      const keys = new Map(codes.map((code) => [code, keyOf(kind, code)]));
      const taken = await kind.listTakenKeys!(db, actor.scope, [...keys.values()]);
      free = codes.filter((code) => !taken.has(keys.get(code)!));
      from += codesAtOnce;
    }
    return free.shift()!;
  };
}

/** Gives the rows of a checked run whose codes have been taken since then codes further on in the series. */
export async function renewTakenCodes(
  { db, actor, kind }: Work,
  run: { readonly id: string; readonly constants: Constants | null; readonly rowCount: number },
): Promise<void> {
  const series = seriesOf(kind, run.constants);
  if (!series) return;
  const rows = await listRowsInSeries(db, actor.scope, run.id, series.column);
  const taken = await kind.listTakenKeys!(
    db,
    actor.scope,
    rows.map(({ key }) => key),
  );
  if (taken.size === 0) return;
  const own = new Set(rows.map(({ key }) => key));
  const next = codeSeries({ db, actor, kind }, series.first);
  const replaced: { row: number; oldKey: string; key: string; code: string }[] = [];
  for (const { row, key: oldKey } of rows.filter((row) => row.row > 0 && taken.has(row.key))) {
    let code = await next();
    while (own.has(keyOf(kind, code))) code = await next();
    replaced.push({ row, oldKey, key: keyOf(kind, code), code });
  }
  await replaceKeys(db, actor.scope, run.id, series.column, replaced);
}

const keyOf = (kind: RunKind, code: string): string => kind.parseRow!(new Map([[kind.columns.key, code]])).key;
