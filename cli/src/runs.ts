import { type Client, endpoints } from '@storeward/client';
import type { ImportRow, ImportRun } from '@storeward/contract/imports';
import { limited } from './limits.ts';
import { print, printRows } from './output.ts';

/** What a file can be imported as. */
export const kinds = {
  users: endpoints.userImports,
  nodes: endpoints.nodeImports,
  products: endpoints.productImports,
  settings: endpoints.settingImports,
  lists: endpoints.listImports,
};
export type Kind = keyof typeof kinds;

export type Outcome = { readonly run: ImportRun; readonly wrong: readonly ImportRow[] };

/** Checks a CSV file and, if it may be started, writes its rows; a run that is not started is discarded. */
export async function runFile(
  client: Client,
  kind: Kind,
  file: File,
  mayStart: (outcome: Outcome) => boolean,
): Promise<Outcome> {
  const contract = kinds[kind];
  const { id } = await client.call(contract.create, { file, query: { fileName: file.name } });
  const params = { id };
  const run = await lastState(client, kind, id);
  const query = { outcome: 'wrong' as const };
  const wrong = run.wrong > 0 ? await limited(client.rows(contract.rows, { params, query })) : [];
  if (run.state === 'ready' && mayStart({ run, wrong })) {
    await client.call(contract.start, { params });
    return { run: await lastState(client, kind, id), wrong };
  }
  if (run.can.discard) await client.call(contract.discard, { params });
  return { run, wrong };
}

async function lastState(client: Client, kind: Kind, id: string): Promise<ImportRun> {
  let last: ImportRun | undefined;
  for await (const run of client.follow(kinds[kind].get, { params: { id } })) last = run;
  return last!;
}

/** Prints the counts of a run and its rows with errors. */
export function printOutcome({ run, wrong }: Outcome): void {
  const { rowCount, created, updated, unchanged } = run;
  const isWritten = run.state === 'done';
  print(
    `${rowCount} rows: ${created} ${isWritten ? 'created' : 'new'}, ${updated} ${isWritten ? 'updated' : 'changes'}, ${unchanged} unchanged, ${run.wrong} with errors`,
  );
  if (wrong.length === 0) return;
  printRows(
    wrong.flatMap(({ row, faults }) => faults.map((error) => ({ row, ...error }))),
    {
      ROW: ({ row }) => row,
      COLUMN: ({ column }) => column,
      ERROR: ({ messageCode }) => messageCode,
    },
    false,
  );
}
