import { expect, test } from 'vitest';
import { structureFaults } from './check-structure.ts';

/** The faults of a made-up tree: each path with the modules it imports, or with its whole text. */
function faultsOf(files: Record<string, readonly string[] | string>): string[] {
  const tree = Object.entries(files).map(([path, content]): [string, string] => [
    path,
    typeof content === 'string' ? content : content.map((module) => `import type { X } from '${module}';`).join('\n'),
  ]);
  return structureFaults(new Map(tree));
}

const sound = {
  'contract/src/errors.ts': [],
  'contract/src/colours.ts': [],
  'contract/src/themes.ts': [],
  'contract/src/theme-tokens.ts': ['./themes.ts', './colours.ts'],
  'contract/src/endpoint.ts': ['zod/mini', './errors.ts'],
  'contract/src/nodes.ts': ['./endpoint.ts'],
  'contract/src/users.ts': ['./nodes.ts', './endpoint.ts'],
  'contract/src/settings/basket.ts': ['../endpoint.ts'],
  'api/migrations/0001-nodes.sql': '',
  'api/migrations/0002-users.sql': '',
  'api/src/main.ts': ['./app.ts', './platform/env.ts', '../../scripts/seed/demo.ts'],
  'api/src/app.ts': ['./users/service.ts', './nodes/service.ts'],
  'api/src/admin.ts': ['./platform/env.ts'],
  'api/src/platform/env.ts': [],
  'api/src/platform/actor.ts': ['@storeward/contract/nodes'],
  'api/src/nodes/queries.ts': ['../platform/actor.ts'],
  'api/src/nodes/service.ts': ['./queries.ts', './tree-queries.ts'],
  'api/src/nodes/tree-queries.ts': [],
  'api/src/users/policy.ts': ['../platform/actor.ts', '@storeward/contract/users'],
  'api/src/users/queries.ts': ['../platform/actor.ts'],
  'api/src/users/service.ts': ['./policy.ts', './queries.ts', '../nodes/queries.ts', 'fastify'],
  'api/src/users/service.test.ts': ['../../test/server.ts', 'vitest'],
  'api/test/server.ts': ['../src/app.ts'],
  'web/src/main.tsx': ['./app/router.tsx'],
  'web/src/app/router.tsx': ['../users/user-list.tsx'],
  'web/src/users/user-list.tsx': [
    './queries.ts',
    '../nodes/node-picker.tsx',
    '../ui/permit.tsx',
    '../platform/session.ts',
  ],
  'web/src/users/queries.ts': ['@storeward/contract/users'],
  'web/src/nodes/node-picker.tsx': ['../ui/permit.tsx'],
  'web/src/ui/permit.tsx': ['../platform/session.ts'],
  'web/src/platform/session.ts': ['@storeward/contract/errors'],
  'web/src/phrases/en/users.json': '',
  'scripts/check-structure.ts': ['../contract/src/errors.ts', '../api/src/platform/env.ts'],
};

test('a tree that keeps the rules has nothing to mend', () => {
  expect(faultsOf(sound)).toEqual([]);
});

const violations: readonly [says: string, files: Record<string, readonly string[] | string>, message: string][] = [
  [
    'a domain that leans on an upper floor',
    { 'api/src/roles/service.ts': ['../users/queries.ts'] },
    'api/src/roles/service.ts imports ../users/queries.ts: roles stands below users: move this to users/service.ts, or ask users/queries.ts from there',
  ],
  [
    'two domains of one floor',
    { 'api/src/roles/service.ts': ['../organisations/queries.ts'] },
    'api/src/roles/service.ts imports ../organisations/queries.ts: roles and organisations stand on one floor and do not lean on each other: ask both from a floor above, or hand it down as an argument',
  ],
  [
    'a service that calls another domain’s service',
    { 'api/src/users/service.ts': ['../nodes/service.ts'] },
    'api/src/users/service.ts imports ../nodes/service.ts: of another domain only queries.ts and policy.ts may be asked; ask nodes/queries.ts instead, or hand the answer down',
  ],
  [
    'a policy that asks the database',
    { 'api/src/users/policy.ts': ['./queries.ts'] },
    'api/src/users/policy.ts imports ./queries.ts: a policy is pure: it knows contract and platform/actor.ts; move this to users/service.ts, which asks the policy',
  ],
  [
    'queries that know a request',
    { 'api/src/users/queries.ts': ['../platform/http.ts'] },
    'api/src/users/queries.ts imports ../platform/http.ts: queries take (db, scope, …) and know no request; move this to users/service.ts',
  ],
  [
    'queries that lean on their service',
    { 'api/src/users/queries.ts': ['./service.ts'] },
    'api/src/users/queries.ts imports ./service.ts: queries stand below their service; move this to users/service.ts',
  ],
  [
    'a platform that knows a domain',
    { 'api/src/platform/http.ts': ['../users/queries.ts'] },
    'api/src/platform/http.ts imports ../users/queries.ts: platform lies beneath every domain; move this to users/service.ts, or hand it down as an argument',
  ],
  [
    'an import of the top of the house',
    { 'api/src/users/service.ts': ['../app.ts'] },
    'api/src/users/service.ts imports ../app.ts: nobody imports app; it is the top of the house, hand it down as an argument',
  ],
  [
    'a contract that leans on the server',
    { 'contract/src/users.ts': ['../../api/src/platform/env.ts'] },
    'contract/src/users.ts imports ../../api/src/platform/env.ts: the contract leans on nobody; move this to api, or hand it down as an argument',
  ],
  [
    'a contract that carries a library',
    { 'contract/src/users.ts': ['kysely'] },
    'contract/src/users.ts imports kysely: the contract imports nothing but zod, since the browser carries it; move what needs the library to api or web',
  ],
  [
    'a foundation that knows a domain',
    { 'contract/src/errors.ts': ['./users.ts'] },
    'contract/src/errors.ts imports ./users.ts: errors is a foundation beneath every domain; move this to contract/src/users',
  ],
  [
    'a server that knows the browser',
    { 'api/src/users/service.ts': ['../../../web/src/platform/session.ts'] },
    'api/src/users/service.ts imports ../../../web/src/platform/session.ts: the server does not know the browser; what both need lives in contract',
  ],
  [
    'a contract reached by a path',
    { 'web/src/users/queries.ts': ['../../../contract/src/users.ts'] },
    'web/src/users/queries.ts imports ../../../contract/src/users.ts: say @storeward/contract/users',
  ],
  [
    'a screen that uses another domain’s screen',
    { 'web/src/users/user-page.tsx': ['../nodes/node-page.tsx'] },
    'web/src/users/user-page.tsx imports ../nodes/node-page.tsx: of another domain only queries.ts or a picker may be used; compose the two in app',
  ],
  [
    'a screen that knows the app',
    { 'web/src/users/user-page.tsx': ['../app/shell.tsx'] },
    'web/src/users/user-page.tsx imports ../app/shell.tsx: app stands above users; move this to app, or hand it down as an argument',
  ],
  [
    'a ui part that knows a domain',
    { 'web/src/ui/data-table.tsx': ['../users/queries.ts'] },
    'web/src/ui/data-table.tsx imports ../users/queries.ts: ui could ship in another product and knows no users; hand it down as a property',
  ],
  [
    'a ui part other than permit that reads the session',
    { 'web/src/ui/data-table.tsx': ['../platform/session.ts'] },
    'web/src/ui/data-table.tsx imports ../platform/session.ts: of the platform ui knows only session.ts, and that only in permit; hand it down as a property',
  ],
  [
    'a part of every domain’s screens that knows one domain',
    { 'web/src/screens/record-form.tsx': ['../users/queries.ts'] },
    'web/src/screens/record-form.tsx imports ../users/queries.ts: screens serves every domain and knows no users; hand it down as an argument',
  ],
  [
    'a circle',
    { 'web/src/ui/tree-row.tsx': ['./tree-view.tsx'], 'web/src/ui/tree-view.tsx': ['./tree-row.tsx'] },
    'web/src/ui/tree-row.tsx -> web/src/ui/tree-view.tsx -> web/src/ui/tree-row.tsx: a circle; hand down as an argument what the lower file needs from the upper one',
  ],
  [
    'a room called utils',
    { 'web/src/utils/dates.ts': [] },
    'web/src/utils/dates.ts: "utils" says nothing about what is inside; put it into the domain it speaks of, or into platform',
  ],
  [
    'a file called types',
    { 'api/src/platform/types.ts': [] },
    'api/src/platform/types.ts: "types" says nothing about what is inside; put it into the domain it speaks of, or into platform',
  ],
  [
    'an index file',
    { 'web/src/ui/index.ts': [] },
    'web/src/ui/index.ts: is a barrel; remove it, and import each file by its own name',
  ],
  [
    'a file that hands on everything of another',
    { 'web/src/ui/table.tsx': "export * from './data-table.tsx';\n" },
    'web/src/ui/table.tsx: "export *" is a barrel; remove it, and import each file by its own name',
  ],
  [
    'a file that only hands on',
    {
      'web/src/ui/table.tsx':
        "/** All. */\nexport { A } from './data-table.tsx';\nexport type { B } from './row.tsx';\n",
    },
    'web/src/ui/table.tsx: it only hands on what others export, so it is a barrel; remove it, and import each file by its own name',
  ],
  [
    'a fifth folder',
    { 'web/src/settings/hotkeys/rows/row-form.tsx': [] },
    'web/src/settings/hotkeys/rows/row-form.tsx: 5 folders deep; move it up, 4 are enough',
  ],
  [
    'a shelf above the workspaces',
    { 'packages/contract/src/users.ts': [] },
    'packages/contract/src/users.ts: the house has no packages; it stands on .ci, .github, api, bench, contract, docs, e2e, scripts, web',
  ],
  [
    'a name that is not in kebab-case',
    { 'web/src/users/userList.tsx': [] },
    'web/src/users/userList.tsx: name it in kebab-case, like role-page.tsx',
  ],
  [
    'a server file outside the vocabulary',
    { 'api/src/organisations/controller.ts': [] },
    'api/src/organisations/controller.ts: api/src/organisations knows service, policy, queries, administrator-queries, first-administrator; write it into one of them, or name the new room in apiNouns of scripts/structure/rooms.ts first',
  ],
  [
    'a screen file outside the vocabulary',
    { 'web/src/users/user-card.tsx': [] },
    "web/src/users/user-card.tsx: a screen's file is called <thing>-list, -page, -form, -dialog or -picker, or queries; rename it, or name the new part in webNouns of scripts/structure/rooms.ts first",
  ],
  [
    'a folder that is no domain',
    { 'api/src/shops/service.ts': [] },
    'api/src/shops/service.ts: shops is no domain of the house; put it where its noun lives, or give shops a floor in scripts/structure/storeys.ts first',
  ],
  [
    'a stranger at the top of the server',
    { 'api/src/boot.ts': [] },
    'api/src/boot.ts: only main, app, domains, admin stand at the top of the server; move it into a domain or into platform',
  ],
  [
    'a contract file outside the vocabulary',
    { 'contract/src/money.ts': [] },
    'contract/src/money.ts: money is neither a domain nor a foundation of the contract; write it into the domain it speaks of, or name it in scripts/structure/storeys.ts first',
  ],
  [
    'a migration without a number',
    { 'api/migrations/roles.sql': '' },
    'api/migrations/roles.sql: name a migration like 0004-roles.sql',
  ],
  [
    'a gap in the migrations',
    { 'api/migrations/0001-nodes.sql': '', 'api/migrations/0003-roles.sql': '' },
    'api/migrations/0003-…: 0002 is due here; number the migrations one by one',
  ],
  [
    'an import without its ending',
    { 'web/src/users/user-list.tsx': ['./queries'] },
    'web/src/users/user-list.tsx imports ./queries: say the ending too, like ./queries.ts',
  ],
  [
    'a script that imports the web app',
    { 'scripts/check-phrases.ts': ['../web/src/platform/i18n.ts'] },
    'scripts/check-phrases.ts imports ../web/src/platform/i18n.ts: scripts know api and contract; the web app is built, not imported',
  ],
  [
    'a file that grew too long',
    { 'api/src/users/service.ts': '//\n'.repeat(301) },
    'api/src/users/service.ts: 301 lines tell more than one story; give the second one a file of its own (at most 300)',
  ],
  [
    'a domain that leans on a script',
    { 'api/src/users/service.ts': ['../../../scripts/seed/demo.ts'] },
    'api/src/users/service.ts imports ../../../scripts/seed/demo.ts: scripts stands outside the product; move this into api',
  ],
];

test.each(violations)('names %s, and how to mend it', (_, files, message) => {
  expect(faultsOf(files)).toContain(message);
});

test('sees an import that spans lines, one that is called, and one without names', () => {
  const spoken = [
    'import {\n  X,\n} from "../users/queries.ts";',
    'const page = await import("../users/queries.ts");',
    'import "../users/queries.ts";',
  ];
  for (const source of spoken) {
    expect(faultsOf({ 'api/src/roles/service.ts': source }).join()).toContain('roles stands below users');
  }
});

test('does not mistake a comment for an import', () => {
  const source = "// import { X } from '../users/queries.ts';\n/*\nimport { X } from '../users/queries.ts';\n*/\n";
  expect(faultsOf({ 'api/src/roles/service.ts': source })).toEqual([]);
});
