// Compares the table of docs/database.md with the triggers of api/sql and api/migrations: node scripts/check-triggers.ts
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A trigger as its row names it: the cells before the one with its purpose. */
type Trigger = { readonly name: string; readonly table: string; readonly when: string; readonly calls: string };

const statement = new RegExp(
  [
    String.raw`create\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\s+(?<name>\w+)\s+(?<event>[^;]+?)\s+on\s+(?<table>\w+)(?<rest>[^;]*)`,
    String.raw`drop\s+trigger\s+(?:if\s+exists\s+)?(?<dropped>\w+)\s+on\s+(?<from>\w+)`,
    String.raw`drop\s+table\s+(?:if\s+exists\s+)?(?<gone>\w+)`,
  ].join('|'),
  'gi',
);

/** The triggers of the database after these SQL files, which are in the order in which they are run. */
export function triggersOf(files: readonly string[]): Trigger[] {
  const triggers = new Map<string, Trigger>();
  for (const file of files) {
    for (const { groups = {} } of file.replaceAll(/--.*/g, '').matchAll(statement)) {
      const { name, event, table, rest, dropped, from, gone } = groups;
      if (name && event && table && rest) {
        const level = /for\s+each\s+row/i.test(rest) ? 'row' : 'statement';
        const calls = /execute\s+(?:function|procedure)\s+(\w+)/i.exec(rest)?.[1] ?? '';
        const when = `${event.replaceAll(/\s+/g, ' ').toLowerCase()}, by ${level}`;
        triggers.set(`${table} ${name}`, { name, table, when, calls });
      }
      triggers.delete(`${from} ${dropped}`);
      for (const [key, trigger] of triggers) if (trigger.table === gone) triggers.delete(key);
    }
  }
  return [...triggers.values()];
}

/** The beginning of the row of a trigger. */
const rowStart = ({ name, table, when, calls }: Trigger) => `| \`${name}\` | \`${table}\` | ${when} | \`${calls}\` | `;

/** Every trigger without its row, and every row without its trigger, with the way to mend it. */
export function triggerErrors(triggers: readonly Trigger[], page: string): string[] {
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  const starts = triggers.map(rowStart);
  const isPurpose = (text: string) => /^[^|]*\w[^|]*\|$/.test(text);
  const belongsTo = (start: string) => (row: string) => row.startsWith(start) && isPurpose(row.slice(start.length));
  return [
    ...starts
      .filter((start) => rows.filter(belongsTo(start)).length !== 1)
      .map((start) => `add the row of this trigger, once: ${start}<what for> |`),
    ...rows
      .filter((row) => !starts.some((start) => belongsTo(start)(row)))
      .map((row) => `remove or correct this row, which belongs to no trigger: ${row}`),
  ];
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  const sqlIn = (folder: string) =>
    readdirSync(join(root, folder))
      // converts older databases to the baseline, which has the same triggers
      .filter((file) => file.endsWith('.sql') && file !== 'take-over.sql')
      .sort()
      .map((file) => readFileSync(join(root, folder, file), 'utf8'));
  const triggers = triggersOf([...sqlIn('api/sql'), ...sqlIn('api/migrations')]);
  const errors = triggerErrors(triggers, readFileSync(join(root, 'docs/database.md'), 'utf8'));
  for (const error of errors) console.error(`docs/database.md: ${error}`);
  if (errors.length > 0) process.exitCode = 1;
  else console.log(`triggers: ${triggers.length}, each with its row`);
}
