// Generates api/src/platform/database/tables.gen.ts from the schema of this release; with --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { migrate } from '../api/src/platform/database/schema/migrate.ts';
import { startPostgres } from '../api/src/platform/database/server/postgres.ts';

const target = fileURLToPath(new URL('../api/src/platform/database/tables.gen.ts', import.meta.url));

const typeOf: Record<string, string> = {
  uuid: 'string',
  text: 'string',
  bool: 'boolean',
  int4: 'number',
  int8: 'number',
  float8: 'number',
  timestamptz: 'string',
  date: 'string',
  jsonb: 'unknown',
  _text: 'string[]',
  bytea: 'Buffer',
  interval: 'string',
};

type Column = { table: string; column: string; type: string; optional: boolean; nullable: boolean };

const folder = await mkdtemp(join(tmpdir(), 'tables-'));
const server = await startPostgres({ dataDir: folder, fast: true });
try {
  await migrate(server.ownerUrl);
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  const { rows } = await client.query<Column>(`
    select c.table_name as table, c.column_name as column, c.udt_name as type,
           c.column_default is not null or c.is_generated = 'ALWAYS' or c.is_nullable = 'YES' as optional, c.is_nullable = 'YES' as nullable
      from information_schema.columns c
     where c.table_schema = 'public' and c.table_name not in ('migrations', 'release') order by c.table_name, c.ordinal_position`);
  await client.end();
  const expected = written(rows);
  if (!process.argv.includes('--check')) writeFileSync(target, expected);
  else if (readFileSync(target, 'utf8') !== expected) {
    process.stdout.write('tables.gen.ts does not match the schema: run npm run tables\n');
    process.exitCode = 1;
  } else process.stdout.write('tables.gen.ts matches the schema\n');
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

function written(columns: readonly Column[]): string {
  const tables = Map.groupBy(columns, ({ table }) => table);
  const pascal = (name: string) => name.replace(/(^|_)(\w)/g, (_, __, letter: string) => letter.toUpperCase());
  const bodies = [...tables].map(([table, list]) => {
    const lines = list.map(({ column, type, optional, nullable }) => {
      const plain = `${typeOf[type] ?? 'unknown'}${nullable && type !== 'jsonb' ? ' | null' : ''}`;
      return `  ${column}: ${optional ? `Generated<${plain}>` : plain};`;
    });
    return `type ${pascal(table)}Table = {\n${lines.join('\n')}\n};\n`;
  });
  const index = [...tables.keys()].map((table) => `  ${table}: ${pascal(table)}Table;`);
  return [
    '// Made from the tables by `npm run tables`; not written by hand.',
    "import type { Generated } from 'kysely';\n",
    ...bodies,
    `/** The tables of the database, as they are after all migrations. */\nexport type Tables = {\n${index.join('\n')}\n};\n`,
  ].join('\n');
}
