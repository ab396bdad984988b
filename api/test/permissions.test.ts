import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Permission, permissions } from '@storeward/contract/access';
import { describe, expect, test } from 'vitest';
import { createOrganisation, createUser, allAccessRights, createClient } from './builders.ts';
import { additionalPermissions, allEndpoints } from './endpoints.ts';
import { startTestServer } from './server.ts';

const root = join(import.meta.dirname, '..', '..');

/** Permissions that protect nothing yet, with the reason. */
const unusedPermissions: Readonly<Partial<Record<Permission, string>>> = {
  ORGANISATION_APP_ICON: 'the organisation switcher does not exist yet',
  MODULE_APP_ICON: 'the application switcher does not exist yet',
  ALLOW_TO_VIEW_MODULE_ICON: 'the application switcher does not exist yet',
};

/** Files that list all permissions without protecting anything. */
const listingFiles = /\/(right-groups|right-names)\.ts$/;

/** The sources of a workspace without tests. */
const sourcesOf = (folder: string): [string, string][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .sort()
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file): [string, string] => [`${folder}/${file}`, readFileSync(join(root, folder, file), 'utf8')])
    .filter(([file]) => !listingFiles.test(file));

const policies = sourcesOf('api/src');
const screens = readFileSync(join(root, 'web/src/platform/site-map.ts'), 'utf8');
const controls = sourcesOf('web/src').filter(([file]) => !file.endsWith('site-map.ts'));

/** Everything that a permission protects: endpoints, further server checks, screens, and elements of screens. */
const protectedBy = (name: Permission): string[] => [
  ...allEndpoints
    .filter(({ permissions: required }) => required?.names.includes(name))
    .map((namedEndpoint) => `endpoint ${namedEndpoint.name}`),
  ...Object.entries(additionalPermissions).flatMap(([endpointName, names]) =>
    names.includes(name) ? [`endpoint ${endpointName}`] : [],
  ),
  ...policies.flatMap(([file, source]) => (source.includes(`'${name}'`) ? [`server rule in ${file}`] : [])),
  ...screenList.filter(({ names }) => names.includes(`'${name}'`)).map(({ path }) => `screen ${path}`),
  ...controls.flatMap(([file, source]) => (source.includes(`'${name}'`) ? [`UI component ${file}`] : [])),
];

/** The screens by path: title, permissions, and whether they are in the menu. */
const titles = JSON.parse(readFileSync(join(root, 'web/src/phrases/en/app.json'), 'utf8')) as Record<string, string>;
const screenList = screens
  .split(/(?=\bpath: ')/)
  .slice(1)
  .map((source) => ({
    path: /path: '([^']+)'/.exec(source)![1]!,
    title: titles[/title: '([^']+)'/.exec(source)![1]!]!,
    names: /permissions: \[([^\]]*)\]/.exec(source)![1]!,
    inMenu: /\bmenu: \{/.test(source),
  }));

/** The documentation page about permissions, for role administrators. */
function page(): string {
  const lines = permissions.flatMap((name) => {
    const sections = {
      Endpoints: allEndpoints
        .filter(({ permissions: required }) => required?.names.includes(name))
        .map((namedEndpoint) => `${namedEndpoint.endpoint.method} ${namedEndpoint.endpoint.path}`),
      'Also required by': Object.entries(additionalPermissions).flatMap(([endpointName, names]) => {
        const { method, path } = allEndpoints.find(({ name: candidate }) => candidate === endpointName)!.endpoint;
        return names.includes(name) ? [`${method} ${path}`] : [];
      }),
      'Server rules': policies.flatMap(([file, source]) => (source.includes(`'${name}'`) ? [file] : [])),
      Screens: screenList
        .filter(({ names }) => names.includes(`'${name}'`))
        .map(({ title, path, inMenu }) => `${title} ${path}${inMenu ? ', in the menu' : ''}`),
      'UI components': controls.flatMap(([file, source]) => (source.includes(`'${name}'`) ? [file] : [])),
    };
    const protections = Object.entries(sections).flatMap(([title, entries]) =>
      entries.length > 0 ? [`- ${title}: ${entries.map((entry) => `\`${entry}\``).join(', ')}`] : [],
    );
    const reason = unusedPermissions[name];
    return [`## ${name}`, '', ...(reason ? [`- Not used yet: ${reason}`] : protections), ''];
  });
  return [
    '# What each permission allows',
    '',
    'Generated from the contract, the site map and the sources by `api/test/permissions.test.ts`, which fails if this page is outdated.',
    '`vitest run api/test/permissions.test.ts --update` writes it again.',
    '',
    ...lines,
  ].join('\n');
}

const table = permissions.map((name) => ({ name, guards: protectedBy(name) }));

test.for(table)('the permission $name protects something, or is listed as not used yet', ({ name, guards }) => {
  // a permission that protects something must leave the list
  expect(guards.length > 0).toBe(unusedPermissions[name] === undefined);
});

test('the documentation page states what each permission allows', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/permissions.md');
});

test('there are fifty permissions, each with an access right of organisation management', () => {
  expect(new Set(permissions).size).toBe(50);
  expect(allAccessRights).toHaveLength(50);
});

describe('each permission', () => {
  test('a permission can be granted by a role, and users with the role have it', async () => {
    const testServer = await startTestServer();
    const node = await createOrganisation(testServer);
    const admin = await createClient(testServer, await createUser(testServer, { node }));
    const role = await admin.post('/role-management/roles', {
      name: 'All of them',
      level: 'ORGANIZATION',
      modules: [{ shortName: 'om', accessRights: allAccessRights.map((shortName) => ({ shortName })) }],
    });
    expect(role.status).toBe(200);
    const user = await createUser(testServer, { node, roleId: role.body.result.id });
    const own = await (await createClient(testServer, user)).get(`/user-management/users/${user.id}`);
    expect(own.body.result.permissions).toEqual(expect.arrayContaining([...allAccessRights, ...permissions]));
    expect(own.body.result.permissions).toHaveLength(100);
  });
});
