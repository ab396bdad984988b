import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { userColumns } from '@storeward/contract/user-import';
import { describe, expect, test } from 'vitest';
import { cookies } from '../src/platform/http/cookies.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { deriveKey } from '../src/platform/security/keys.ts';
import { installation, restoreInstallation } from './installation-fixture.ts';
import { recordResponses } from './recorded-requests.ts';
import { startTestServer, secretKey } from './server.ts';
import { testRoles } from './template.ts';
import {
  auditActions,
  cookieNames,
  jsonProperties,
  keyPurposes,
  mailKinds,
  runKinds,
  storageKeys,
  tabNames,
  userHeadings,
  webhookEvents,
} from './stored-names.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** All production code below some folders, as one text. */
const sourceOf = (...folders: readonly string[]) =>
  folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => /\.(?:tsx?|js|sql)$/.test(path) && !path.includes('.test.'))
        .map((path) => readFileSync(join(root, folder, path), 'utf8')),
    )
    .join('\n');
const server = sourceOf('api/src', 'api/sql', 'api/migrations');
const browser = sourceOf('web/src', 'web/public');
const contract = sourceOf('contract/src');
const quoted = (source: string, name: string) =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${name}${quote}`));

describe('names that are stored, derived from or sent', () => {
  test.each(Object.entries(keyPurposes))('derives the same key for the purpose %s as before', (purpose, key) => {
    expect(Buffer.from(deriveKey(secretKey, purpose)).toString('hex').slice(0, 32)).toBe(key);
    expect(quoted(server, purpose)).toBe(true);
  });

  test.each([
    ...auditActions.map((name) => ['audit action', name, server] as const),
    ...runKinds.map((name) => ['kind of run', name, server] as const),
    ...mailKinds.map((name) => ['kind of mail', name, server] as const),
    ...webhookEvents.map((name) => ['webhook event', name, contract] as const),
    ...storageKeys.map((name) => ['browser storage key', name, browser] as const),
    ...tabNames.map((name) => ['name shared between tabs', name, browser] as const),
  ])('keeps the %s %s', (_, name, source) => {
    expect(quoted(source, name) || quoted(source, name.split('.').at(-1) ?? '')).toBe(true);
  });

  test('keeps the names of cookies', () => {
    expect(Object.values(cookies).map(({ name }) => name)).toEqual(cookieNames);
  });

  test('keeps the headings of a file of users', () => {
    expect(userColumns.map(({ name }) => name)).toEqual(userHeadings);
  });

  test('writes the same property names into jsonb columns as before', async () => {
    const databaseUrl = await restoreInstallation();
    await migrate(databaseUrl, { roles: testRoles });
    const installed = await startTestServer({ databaseUrl });
    const { org, store, group, role, admin, forgetful, host } = installation;
    const ids = { org, store, group, role, admin: admin.id, forgetful: forgetful.id };
    await recordResponses((request) => installed.request({ ...request, host }), ids);
    const rows = await installed.query<{ name: string; keys: string }>(propertiesOfJson);
    expect(Object.fromEntries(rows.map(({ name, keys }) => [name, keys]))).toEqual(jsonProperties);
  });
});

/** Every property name at any depth of the jsonb columns. */
const propertiesOfJson = `
  with recursive documents (name, value) as (
    select 'audit.before', before from audit union all select 'audit.after', after from audit
    union all select 'setting_values.value', value from setting_values
    union all select 'idempotency_keys.headers', headers from idempotency_keys
  ), nested (name, value) as (
    select name, value from documents
    union all
    select n.name, e.value from nested n cross join lateral (
      select value from jsonb_each(case jsonb_typeof(n.value) when 'object' then n.value else '{}' end)
      union all
      select value from jsonb_array_elements(case jsonb_typeof(n.value) when 'array' then n.value else '[]' end)) e
  )
  select name, string_agg(distinct key, ' ' order by key) as keys
    from nested cross join lateral jsonb_object_keys(case jsonb_typeof(value) when 'object' then value else '{}' end) key
   group by name order by name`;
