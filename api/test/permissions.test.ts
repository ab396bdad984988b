import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Permission, permissions } from '@storeward/contract/access';
import { describe, expect, test } from 'vitest';
import { createOrganisation, createUser, allAccessRights, createClient } from './builders.ts';
import { accessRightFor, additionalPermissions, allEndpoints, protectedEndpoints } from './endpoints.ts';
import { startTestServer } from './server.ts';

const root = join(import.meta.dirname, '..', '..');

/** The tests of permissions that neither an endpoint nor a screen requires: what they show, or which fields they open. */
const otherProofs: Readonly<Partial<Record<Permission, readonly [file: string, title: string]>>> = {
  ORGANISATION_APP_ICON: [
    'e2e/switcher.spec.ts',
    'the popup with the organisations needs its permission, the tiles on the dashboard only that for the list',
  ],
  MODULE_APP_ICON: [
    'e2e/switcher.spec.ts',
    'each icon of the header appears only with its permission, and the profile button only with that for the profile',
  ],
  ALLOW_TO_VIEW_MODULE_ICON: [
    'e2e/switcher.spec.ts',
    'without ${missing} the header has ${expectation}, the dashboard all tiles, and the addresses still open',
  ],
  ACCESS_ORGANISATION_LEVEL: [
    'api/test/organisation-level.test.ts',
    'can read the organisation only with ACCESS_ORGANISATION_LEVEL and cannot change it',
  ],
  ALLOW_ACCESS_MARKETING_OPT_IN_PREFERENCE: [
    'api/test/marketing-preferences.test.ts',
    'hides marketing preferences from users without the permission and keeps them unchanged on their updates',
  ],
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
      'Files of the web app': controls.flatMap(([file, source]) => (source.includes(`'${name}'`) ? [file] : [])),
    };
    const protections = Object.entries(sections).flatMap(([title, entries]) =>
      entries.length > 0 ? [`- ${title}: ${entries.map((entry) => `\`${entry}\``).join(', ')}`] : [],
    );
    return [`## ${name}`, '', ...protections, ''];
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

/** How it is proved that a permission protects something: by the tests of all endpoints or screens, or by one of its own. */
function proofOf(name: Permission): 'endpoint' | 'screen' | 'own test' | undefined {
  const isRequired = protectedEndpoints.some(({ permissions: required }) => required?.names.includes(name));
  if (isRequired || Object.values(additionalPermissions).some((names) => names.includes(name))) return 'endpoint';
  if (screenList.some(({ names }) => names.includes(`'${name}'`))) return 'screen';
  return otherProofs[name] && 'own test';
}

const ladder = permissions.map((name) => ({ name, guards: protectedBy(name), proof: proofOf(name) }));

test.for(ladder)('the permission $name protects something, which a test proves: $proof', ({ name, guards, proof }) => {
  expect(guards).not.toEqual([]);
  expect(proof).toBeDefined();
  const [file, title] = otherProofs[name] ?? [];
  // a permission of an endpoint or a screen needs no proof of its own
  expect(file !== undefined).toBe(proof === 'own test');
  if (file && title) expect(readFileSync(join(root, file), 'utf8')).toContain(title);
});

test('the documentation page states what each permission allows', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/permissions.md');
});

test('there are fifty permissions, each with an access right of organisation management', () => {
  expect(new Set(permissions).size).toBe(50);
  expect(allAccessRights).toHaveLength(50);
});

describe('each permission', async () => {
  const testServer = await startTestServer();
  const node = await createOrganisation(testServer);

  test('a permission can be granted by a role, and users with the role have it', async () => {
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

  test.for(permissions)(
    '%s can be granted alone by a role, and users with the role have it and no other',
    async (name) => {
      const admin = await createClient(testServer, await createUser(testServer, { node }));
      const right = accessRightFor(name);
      const role = await admin.post('/role-management/roles', {
        name: `Only ${name}`,
        level: 'ORGANIZATION',
        modules: [{ shortName: 'om', accessRights: [{ shortName: right }] }],
      });
      expect(role.status).toBe(200);
      const user = await createUser(testServer, { node, roleId: role.body.result.id });
      const own = await (await createClient(testServer, user)).get(`/user-management/users/${user.id}`);
      expect(own.body.result.permissions.toSorted()).toEqual([right, name].toSorted());
    },
  );
});
