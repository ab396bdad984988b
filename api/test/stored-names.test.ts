import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditEntities } from '@storeward/contract/audit';
import type { Endpoint } from '@storeward/contract/endpoint';
import { errors, isErrorCode } from '@storeward/contract/errors';
import { nodeImportColumns } from '@storeward/contract/nodes/node-import';
import { productColumns } from '@storeward/contract/products/product-import';
import { settingColumns } from '@storeward/contract/settings/endpoints/csv-columns';
import { listColumns } from '@storeward/contract/settings/lists/list-columns';
import { userExportColumns } from '@storeward/contract/users/user-export';
import { userColumns } from '@storeward/contract/users/user-import';
import { describe, expect, test } from 'vitest';
import { endpointGroups } from './endpoint-groups.ts';
import { cookies } from '../src/platform/http/cookies.ts';
import { migrate } from '../src/platform/database/schema/migrate.ts';
import { deriveKey } from '../src/platform/security/keys.ts';
import { installation, restoreInstallation } from './installation-fixture.ts';
import { recordResponses } from './recorded-requests.ts';
import { startTestServer, secretKey } from './server.ts';
import { testRoles } from './template.ts';
import {
  auditActions,
  cookieNames,
  errorCodes,
  headings,
  jsonProperties,
  keyPurposes,
  mailKinds,
  runKinds,
  storageKeys,
  tabNames,
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
const sorted = (names: Iterable<string>) => [...new Set(names)].toSorted();

/** Audit actions that the code composes of their parts. */
const composedActions = [
  ...['created', 'updated', 'deleted'].map((change) => `view.${change}`),
  ...Object.values(endpointGroups)
    .flatMap((endpoints) => Object.values<Endpoint>(endpoints))
    .flatMap(({ exports: kind }) => (kind ? [`${kind}.exported`] : [])),
];
/** Names that look like an action: events of webhooks, and a constraint that no user can violate. */
const otherNames = ['webhook.test', 'user.roleAssigned', 'user.roleRemoved', 'organisation.themeNodeOfTheSameTenant'];
const actionPattern = new RegExp(
  `['"\`]((?:${[...auditEntities, 'access', 'password', 'seeing', 'session'].join('|')})\\.[a-zA-Z]+)['"\`]`,
  'g',
);
/** The audit actions in the source, also the one that equals an error code. */
const actionsInSource = [...sourceOf('api/src', 'api/sql/functions').matchAll(actionPattern)]
  .map((match) => match[1] ?? '')
  .filter((name) => name === 'access.denied' || !(isErrorCode(name) || otherNames.includes(name)));

describe('names that are stored, derived from or sent', () => {
  test.each(Object.entries(keyPurposes))('derives the same key for the purpose %s as before', (purpose, key) => {
    expect(Buffer.from(deriveKey(secretKey, purpose)).toString('hex').slice(0, 32)).toBe(key);
    const [name = '', id] = purpose.split('/');
    expect(quoted(server, id ? `${name}/\${orgId}` : name)).toBe(true);
  });

  test.each([
    ...webhookEvents.map((name) => ['webhook event', name, contract] as const),
    ...tabNames.map((name) => ['name shared between tabs', name, browser] as const),
  ])('keeps the %s %s', (_, name, source) => {
    expect(quoted(source, name)).toBe(true);
  });

  test('derives keys for no other purpose', () => {
    const derived = [...server.matchAll(/deriveKey\(\w+(?:\.\w+)*, ['`]([\w-]+)/g)].map((match) => match[1] ?? '');
    const pinned = sorted(Object.keys(keyPurposes).map((purpose) => purpose.split('/')[0] ?? ''));
    expect(pinned).toEqual(expect.arrayContaining(sorted(derived)));
  });

  test('keeps the actions of audit entries', () => {
    expect(sorted([...actionsInSource, ...composedActions])).toEqual(auditActions);
  });

  test('keeps the codes of errors', () => {
    expect(sorted(Object.keys(errors))).toEqual(sorted(errorCodes));
  });

  test('keeps the kinds of runs and of mails', () => {
    const named = [...server.matchAll(/: RunKind<[^;]{0,400}?\bname: '([a-zA-Z]+)',/g)].map((match) => match[1] ?? '');
    expect(sorted(named)).toEqual(runKinds);
    const variables = /type MailVariables = \{([\s\S]*?)\n\};/.exec(server)?.[1] ?? '';
    expect(sorted([...variables.matchAll(/^ {2}readonly (\w+):/gm)].map((match) => match[1] ?? ''))).toEqual(mailKinds);
  });

  test('keeps the keys of the storage of browsers', () => {
    const union = /type StorageKey =([^;]*);/.exec(browser)?.[1] ?? '';
    const named = [...union.matchAll(/'(\w+)'/g), ...browser.matchAll(/[kK]ey = (?:\(.*\) => )?['`]([A-Z_]{4,})/g)];
    expect(sorted(named.map((match) => match[1] ?? ''))).toEqual(storageKeys);
  });

  test('keeps the names of cookies', () => {
    expect(Object.values(cookies).map(({ name }) => name)).toEqual(cookieNames);
  });

  test('keeps the headings of files', () => {
    const columns: Record<string, readonly string[]> = {
      users: userColumns.map(({ name }) => name),
      'exported users': userExportColumns,
      nodes: nodeImportColumns.map(({ name }) => name),
      products: productColumns.map(({ name }) => name),
      lists: listColumns.map(({ name }) => name).filter((name) => !name.includes('.')),
      settings: settingColumns.map(({ name }) => name).filter((name) => !name.includes('.')),
    };
    expect(Object.fromEntries(Object.entries(columns).map(([file, names]) => [file, names.join(' ')]))).toEqual(
      headings,
    );
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
