import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTree } from '../check-structure.ts';
import { sqlFileErrors } from './sql-files.ts';

const functionFile = 'api/sql/functions/open_session.sql';
const openSession = 'create or replace function open_session(p_session uuid) returns text language sql return null;';

test.each([
  [
    'a file with another function',
    { [functionFile]: openSession.replace('open_session', 'open_portal') },
    `${functionFile}: must contain "create or replace function open_session" and no other function`,
  ],
  [
    'a function that stands twice',
    { [functionFile]: `${openSession}\n${openSession}` },
    `${functionFile}: must contain "create or replace function open_session" and no other function`,
  ],
  [
    'a function file with privileges',
    { [functionFile]: `${openSession}\ngrant execute on function open_session to :"app";` },
    `${functionFile}: sets its search path, owner or privileges; those are in api/src/platform/database/schema/function-access.ts`,
  ],
  [
    'a function in a migration',
    { 'api/migrations/0003-open.sql': 'create function more() returns int language sql return 1;' },
    'api/migrations/0003-open.sql: creates a function; put it into api/sql/functions',
  ],
  [
    'a migration that calls a function of the product',
    { [functionFile]: openSession, 'api/migrations/0003-open.sql': 'update users set name = open_session (id);' },
    'api/migrations/0003-open.sql: calls open_session; write out what it does, since functions change after a migration',
  ],
])('reports %s and how to mend it', (_, files, message) => {
  expect(sqlFileErrors(new Map(Object.entries<string>(files)))).toContain(message);
});

test('accepts a migration that names a function in a trigger, a default or a comment, or drops it', () => {
  const sql = `-- open_session() is next
    create trigger opened after insert on sessions for each row execute function open_session();
    -- so is its default
    alter table sessions alter column id set default open_session();
    drop function open_session(uuid);`;
  const files = { [functionFile]: openSession, 'api/migrations/0003-open.sql': sql, 'api/migrations/README.md': '' };
  expect(sqlFileErrors(new Map(Object.entries<string>(files)))).toEqual([]);
});

test('the product’s SQL files keep the rules', () => {
  expect(sqlFileErrors(readTree(join(import.meta.dirname, '../..')))).toEqual([]);
});
