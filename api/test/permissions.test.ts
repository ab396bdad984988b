import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Permission, permissions } from '@storeward/contract/access';
import { describe, expect, test } from 'vitest';
import { anOrganisation, aUser, everyRight, signedIn } from './builders.ts';
import { alsoNeeded, doors } from './doors.ts';
import { aServer } from './server.ts';

const root = join(import.meta.dirname, '..', '..');

/** The names that guard nothing yet, each with the reason. */
const guardNothingYet: Readonly<Partial<Record<Permission, string>>> = {
  ORGANISATION_APP_ICON: 'the switch between organisations is not there yet',
  MODULE_APP_ICON: 'the switch between applications is not there yet',
  ALLOW_TO_VIEW_MODULE_ICON: 'the switch between applications is not there yet',
};

/** What names all permissions and guards nothing by it. */
const onlyNames = /\/(right-groups|right-names)\.ts$/;

/** The sources of a workspace, without its tests. */
const sourcesOf = (folder: string): [string, string][] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .sort()
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))
    .map((file): [string, string] => [`${folder}/${file}`, readFileSync(join(root, folder, file), 'utf8')])
    .filter(([file]) => !onlyNames.test(file));

const policies = sourcesOf('api/src');
const screens = readFileSync(join(root, 'web/src/platform/site-map.ts'), 'utf8');
const controls = sourcesOf('web/src').filter(([file]) => !file.endsWith('site-map.ts'));

/** All that a permission guards: doors, what the server asks beside them, screens, and what is drawn on them. */
const guardedBy = (name: Permission): string[] => [
  ...doors.filter(({ wants }) => wants?.names.includes(name)).map((door) => `the door ${door.name}`),
  ...Object.entries(alsoNeeded).flatMap(([door, names]) => (names.includes(name) ? [`the door ${door}`] : [])),
  ...policies.flatMap(([file, source]) => (source.includes(`'${name}'`) ? [`the rule in ${file}`] : [])),
  ...screenList.filter(({ names }) => names.includes(`'${name}'`)).map(({ path }) => `the screen ${path}`),
  ...controls.flatMap(([file, source]) => (source.includes(`'${name}'`) ? [`a part of ${file}`] : [])),
];

/** The screens by their addresses: what they are called, who may open them, and whether the menu leads there. */
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

/** The page that says of each permission what it opens, for whoever makes roles. */
function page(): string {
  const lines = permissions.flatMap((name) => {
    const of = {
      Doors: doors
        .filter(({ wants }) => wants?.names.includes(name))
        .map((door) => `${door.endpoint.method} ${door.endpoint.path}`),
      'Asked for besides': Object.entries(alsoNeeded).flatMap(([door, names]) => {
        const { method, path } = doors.find((one) => one.name === door)!.endpoint;
        return names.includes(name) ? [`${method} ${path}`] : [];
      }),
      'Rules of the server': policies.flatMap(([file, source]) => (source.includes(`'${name}'`) ? [file] : [])),
      Screens: screenList
        .filter(({ names }) => names.includes(`'${name}'`))
        .map(({ title, path, inMenu }) => `${title} ${path}${inMenu ? ', in the menu' : ''}`),
      'Parts of screens': controls.flatMap(([file, source]) => (source.includes(`'${name}'`) ? [file] : [])),
    };
    const told = Object.entries(of).flatMap(([what, all]) =>
      all.length > 0 ? [`- ${what}: ${all.map((one) => `\`${one}\``).join(', ')}`] : [],
    );
    const waits = guardNothingYet[name];
    return [`## ${name}`, '', ...(waits ? [`- Nothing yet: ${waits}`] : told), ''];
  });
  return [
    '# What each permission opens',
    '',
    'Made from the contract, the site map and the sources by `api/test/permissions.test.ts`, which fails once this page is stale and',
    'writes it anew with `vitest run api/test/permissions.test.ts --update`.',
    '',
    ...lines,
  ].join('\n');
}

const table = permissions.map((name) => ({ name, guards: guardedBy(name) }));

test.for(table)(
  'the permission $name guards something, or is known to wait for what it is to guard',
  ({ name, guards }) => {
    // one that has begun to guard something leaves the list of those that wait
    expect(guards.length > 0).toBe(guardNothingYet[name] === undefined);
  },
);

test('the page about permissions says what each of them opens', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/permissions.md');
});

test('there are fifty permissions, and each is a right of organisation management', () => {
  expect(new Set(permissions).size).toBe(50);
  expect(everyRight).toHaveLength(50);
});

describe('each of the fifty', () => {
  test('can be given by a role, and is then held by whoever has that role', async () => {
    const house = await aServer();
    const at = await anOrganisation(house);
    const admin = await signedIn(house, await aUser(house, { at }));
    const role = await admin.post('/role-management/roles', {
      name: 'All of them',
      level: 'ORGANIZATION',
      modules: [{ shortName: 'om', accessRights: everyRight.map((shortName) => ({ shortName })) }],
    });
    expect(role.status).toBe(200);
    const person = await aUser(house, { at, roleId: role.body.result.id });
    const own = await (await signedIn(house, person)).get(`/user-management/users/${person.id}`);
    expect(own.body.result.permissions).toEqual(expect.arrayContaining([...everyRight, ...permissions]));
    expect(own.body.result.permissions).toHaveLength(100);
  });
});
