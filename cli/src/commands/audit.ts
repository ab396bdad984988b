import { setTimeout as pause } from 'node:timers/promises';
import { type Client, endpoints, type Input } from '@storeward/client';
import type { AuditEntry } from '@storeward/contract/audit';
import type { Command } from 'commander';
import { limited, numberOf } from '../limits.ts';
import { print, printRows } from '../output.ts';
import type { Context } from '../context.ts';

type Query = NonNullable<Input<typeof endpoints.audit.list>['query']>;
type Filters = Pick<Query, 'action' | 'from' | 'to' | 'search'> & { limit: number; follow?: true; interval: number };

const columns = {
  WHEN: ({ at }: AuditEntry) => at,
  WHO: ({ actorName }: AuditEntry) => actorName ?? 'the portal',
  ACTION: ({ action }: AuditEntry) => action,
  ITEM: ({ entityName }: AuditEntry) => entityName,
  REASON: ({ reason }: AuditEntry) => reason,
};

/** Adds `audit`. */
export function addAudit(program: Command, { client, isJson }: Context): void {
  program
    .command('audit')
    .description('Shows who changed what, the newest last.')
    .option('--action <action>', 'kind of records, or action, such as user or user.created')
    .option('--search <text>', 'part of a name')
    .option('--from <day>', 'first day, such as 2026-03-01')
    .option('--to <day>', 'last day')
    .option('--limit <number>', 'the newest so many', numberOf, 50)
    .option('--follow', 'print new entries as they are made, until it is interrupted')
    .option('--interval <seconds>', 'how often to ask for new entries', numberOf, 5)
    .action(async ({ limit, follow, interval, ...filters }: Filters) => {
      const api = client();
      const newest = await limited(
        api.rows(endpoints.audit.list, { query: { size: Math.min(limit, 100), ...filters } }),
        limit,
      );
      if (!follow) return printRows(newest.reverse(), columns, isJson());
      for (const entry of newest.toReversed()) printEntry(entry, isJson());
      let last = newest[0];
      for (;;) {
        await pause(interval * 1000);
        for (const entry of await entriesSince(api, filters, last)) {
          printEntry(entry, isJson());
          last = entry;
        }
      }
    });
}

/** The entries after one, oldest first. */
async function entriesSince(api: Client, query: Query, last: AuditEntry | undefined): Promise<AuditEntry[]> {
  const newer: AuditEntry[] = [];
  for await (const entry of api.rows(endpoints.audit.list, { query })) {
    if (last && (entry.id === last.id || entry.at < last.at)) break;
    newer.push(entry);
  }
  return newer.reverse();
}

/** One line, which a program can read while more are made: as JSON, or the values of the table separated by tabs. */
function printEntry(entry: AuditEntry, json: boolean): void {
  if (json) return print(JSON.stringify(entry));
  print(
    Object.values(columns)
      .map((cell) => (cell(entry) ?? '').replaceAll(/\p{Cc}/gu, ' '))
      .join('\t')
      .trimEnd(),
  );
}
