import { expect, test } from 'vitest';
import { structureErrors } from './check-structure.ts';

/** The errors of an invented tree: each path with the modules it imports, or with its whole text. */
function errorsOf(files: Record<string, readonly string[] | string>): string[] {
  const tree = Object.entries(files).map(([path, content]): [string, string] => [
    path,
    typeof content === 'string' ? content : content.map((module) => `import type { X } from '${module}';`).join('\n'),
  ]);
  return structureErrors(new Map(tree));
}

const validTree = {
  'contract/src/errors.ts': [],
  'contract/src/colours.ts': [],
  'contract/src/themes.ts': [],
  'contract/src/themes/theme-tokens.ts': ['../themes.ts', '../colours.ts'],
  'contract/src/endpoint.ts': ['zod/mini', './errors.ts'],
  'contract/src/nodes.ts': ['./endpoint.ts'],
  'contract/src/users.ts': ['./nodes.ts', './endpoint.ts'],
  'contract/src/settings/sections/basket.ts': ['../../endpoint.ts'],
  'api/migrations/0001-nodes.sql': '',
  'api/migrations/0002-users.sql': '',
  'api/src/main.ts': ['./app.ts', './platform/environment.ts', '../../scripts/seed/demo.ts'],
  'api/src/app.ts': ['./users/index.ts', './nodes/index.ts', './platform/environment.ts'],
  'api/src/platform/environment/environment.ts': [],
  'api/src/platform/actor.ts': ['@storeward/contract/nodes'],
  'api/src/nodes/index.ts': ['./service.ts'],
  'api/src/nodes/queries.ts': ['../platform/actor.ts'],
  'api/src/nodes/service.ts': ['./queries.ts', './tree-queries.ts'],
  'api/src/nodes/tree-queries.ts': [],
  'api/src/users/index.ts': ['./service.ts', '../nodes/queries.ts'],
  'api/src/users/policy.ts': ['../platform/actor.ts', '@storeward/contract/users'],
  'api/src/users/queries.ts': ['../platform/actor.ts'],
  'api/src/users/service.ts': ['./policy.ts', './queries.ts', '../nodes/queries.ts', 'fastify'],
  'api/src/users/service.test.ts': ['../../test/server.ts', 'vitest'],
  'api/test/server.ts': ['../src/app.ts'],
  'scripts/proof/walk.ts': ['../../web/test/phrase.ts'],
  'web/test/phrase.ts': [],
  'web/src/main.tsx': ['./app/router.tsx'],
  'web/src/app/router.tsx': ['../users/user-list.tsx'],
  'web/src/users/user-list.tsx': [
    './queries.ts',
    '../nodes/node-picker.tsx',
    '../ui/page/permit.tsx',
    '../platform/session/session.ts',
  ],
  'web/src/users/queries.ts': ['@storeward/contract/users'],
  'web/src/nodes/node-picker.tsx': ['../ui/page/permit.tsx'],
  'web/src/ui/page/permit.tsx': ['../../platform/session/session.ts'],
  'web/src/platform/session/session.ts': ['@storeward/contract/errors'],
  'web/src/phrases/en/users.json': '',
  'scripts/check-structure.ts': ['../contract/src/errors.ts', '../api/src/platform/environment/environment.ts'],
};

test('reports nothing for a tree that keeps the rules', () => {
  expect(errorsOf(validTree)).toEqual([]);
});

const violations: readonly [name: string, files: Record<string, readonly string[] | string>, message: string][] = [
  [
    'a domain that depends on a higher layer',
    { 'api/src/roles/service.ts': ['../users/queries.ts'] },
    'api/src/roles/service.ts imports ../users/queries.ts: roles is below users: move this to users/service.ts, or use users/queries.ts there',
  ],
  [
    'a dependency between two domains of one layer',
    { 'api/src/roles/service.ts': ['../organisations/queries.ts'] },
    'api/src/roles/service.ts imports ../organisations/queries.ts: roles and organisations share a layer: call both from a higher layer, or pass the value as an argument',
  ],
  [
    'a service that imports the service of another domain',
    { 'api/src/users/service.ts': ['../nodes/service.ts'] },
    'api/src/users/service.ts imports ../nodes/service.ts: of another domain only queries.ts and policy.ts may be imported; pass anything else as an argument',
  ],
  [
    'a domain that imports the index of another domain',
    { 'api/src/users/index.ts': ['../nodes/index.ts'] },
    'api/src/users/index.ts imports ../nodes/index.ts: of another domain only queries.ts and policy.ts may be imported; pass anything else as an argument',
  ],
  [
    'an app that builds the service of a domain itself',
    { 'api/src/app.ts': ['./users/service.ts'] },
    'api/src/app.ts imports ./users/service.ts: app imports only the index.ts of a domain; register this in users/index.ts',
  ],
  [
    'a policy that imports queries',
    { 'api/src/users/policy.ts': ['./queries.ts'] },
    'api/src/users/policy.ts imports ./queries.ts: a policy is pure and imports only contract and platform/actor.ts; move this to users/service.ts',
  ],
  [
    'queries that import from the request pipeline',
    { 'api/src/users/queries.ts': ['../platform/http/context.ts'] },
    'api/src/users/queries.ts imports ../platform/http/context.ts: queries take (db, scope, …) and no request; move this to users/service.ts',
  ],
  [
    'queries that import their service',
    { 'api/src/users/list/list-queries.ts': ['../service.ts'] },
    'api/src/users/list/list-queries.ts imports ../service.ts: queries are below service; move this to users/service.ts',
  ],
  [
    'a platform file that imports a domain',
    { 'api/src/platform/http.ts': ['../users/queries.ts'] },
    'api/src/platform/http.ts imports ../users/queries.ts: platform is below every domain; move this or pass the value as an argument',
  ],
  [
    'an import of the server’s top file',
    { 'api/src/users/service.ts': ['../app.ts'] },
    'api/src/users/service.ts imports ../app.ts: app is the top of the server; pass the value as an argument',
  ],
  [
    'a contract file that imports the server',
    { 'contract/src/users.ts': ['../../api/src/platform/environment/environment.ts'] },
    'contract/src/users.ts imports ../../api/src/platform/environment/environment.ts: the contract depends on no workspace; move this to api or pass it as an argument',
  ],
  [
    'a contract file that imports a library other than zod',
    { 'contract/src/users.ts': ['kysely'] },
    'contract/src/users.ts imports kysely: the contract imports nothing but zod, since the browser loads it; move this to api or web',
  ],
  [
    'a foundation of the contract that imports a domain',
    { 'contract/src/errors.ts': ['./users.ts'] },
    'contract/src/errors.ts imports ./users.ts: errors is below every domain; move this to contract/src/users',
  ],
  [
    'a server file that imports the web app',
    { 'api/src/users/service.ts': ['../../../web/src/platform/session/session.ts'] },
    'api/src/users/service.ts imports ../../../web/src/platform/session/session.ts: the server does not import the web app; share it through contract',
  ],
  [
    'a contract file imported by its path',
    { 'web/src/users/queries.ts': ['../../../contract/src/users.ts'] },
    'web/src/users/queries.ts imports ../../../contract/src/users.ts: import @storeward/contract/users',
  ],
  [
    'a screen that imports a screen of another domain',
    { 'web/src/users/user-page.tsx': ['../nodes/node-page.tsx'] },
    'web/src/users/user-page.tsx imports ../nodes/node-page.tsx: of another domain only queries.ts or a picker may be imported; compose the two in app',
  ],
  [
    'a screen that imports the app',
    { 'web/src/users/user-page.tsx': ['../app/shell.tsx'] },
    'web/src/users/user-page.tsx imports ../app/shell.tsx: app is above users; move this to app or pass the value as an argument',
  ],
  [
    'a ui component that imports a domain',
    { 'web/src/ui/list/data-table.tsx': ['../../users/queries.ts'] },
    'web/src/ui/list/data-table.tsx imports ../../users/queries.ts: ui is independent of the product; pass the value as a property',
  ],
  [
    'a ui component other than permit that reads the session',
    { 'web/src/ui/list/data-table.tsx': ['../../platform/session/session.ts'] },
    'web/src/ui/list/data-table.tsx imports ../../platform/session/session.ts: ui may import session.ts of platform, and only in permit; pass the value as a property',
  ],
  [
    'a generic record screen that imports one domain',
    { 'web/src/records/record-form.tsx': ['../users/queries.ts'] },
    'web/src/records/record-form.tsx imports ../users/queries.ts: records serves every domain and imports none; pass users as an argument',
  ],
  [
    'a cycle of imports',
    { 'web/src/ui/tree/tree-row.tsx': ['./tree-view.tsx'], 'web/src/ui/tree/tree-view.tsx': ['./tree-row.tsx'] },
    'web/src/ui/tree/tree-row.tsx -> web/src/ui/tree/tree-view.tsx -> web/src/ui/tree/tree-row.tsx: a cycle; pass the value as an argument',
  ],
  [
    'a folder called utils',
    { 'web/src/utils/dates.ts': [] },
    'web/src/utils/dates.ts: "utils" does not say what is inside; name the domain or move to platform',
  ],
  [
    'a file called types',
    { 'api/src/platform/types.ts': [] },
    'api/src/platform/types.ts: "types" does not say what is inside; name the domain or move to platform',
  ],
  [
    'an index file outside a server domain',
    { 'web/src/ui/index.ts': [] },
    'web/src/ui/index.ts: is a barrel; remove it and import each file by its own name',
  ],
  [
    'a file that re-exports everything of another',
    { 'web/src/ui/table.tsx': "export * from './data-table.tsx';\n" },
    'web/src/ui/table.tsx: "export *" is a barrel; remove it and import each file by its own name',
  ],
  [
    'a file that only re-exports',
    {
      'web/src/ui/table.tsx':
        "/** All. */\nexport { A } from './data-table.tsx';\nexport type { B } from './row.tsx';\n",
    },
    'web/src/ui/table.tsx: only re-exports, so it is a barrel; remove it and import each file by its own name',
  ],
  [
    'a file in a sixth folder',
    { 'web/src/settings/hotkeys/rows/cells/row-form.tsx': [] },
    'web/src/settings/hotkeys/rows/cells/row-form.tsx: 6 folders deep; at most 5',
  ],
  [
    'an unknown top folder',
    { 'packages/contract/src/users.ts': [] },
    'packages/contract/src/users.ts: unknown top folder packages; use .ci, .github, api, bench, cli, client, contract, deploy, docs, e2e, scripts, web',
  ],
  [
    'a file name that is not in kebab-case',
    { 'web/src/users/userList.tsx': [] },
    'web/src/users/userList.tsx: name it in kebab-case, like role-page.tsx',
  ],
  [
    'a server file that is named by a phrase',
    { 'api/src/organisations/first-administrator-of-all.ts': [] },
    'api/src/organisations/first-administrator-of-all.ts: name it by its role (service, policy, queries, commands, mapper, import, export, worker, index), if need be after a noun, or by a noun of at most 2 words; the noun of a folder may stand before',
  ],
  [
    'a web file that is named by a phrase',
    { 'web/src/users/what-a-user-may-do.tsx': [] },
    'web/src/users/what-a-user-may-do.tsx: name it by its role (list, page, form, dialog, picker, queries, columns), if need be after a noun, or by a noun of at most 2 words; the noun of a folder may stand before',
  ],
  [
    'a file whose noun has three words',
    { 'web/src/users/profile/pending-email-notice.tsx': [] },
    'web/src/users/profile/pending-email-notice.tsx: name it by its role (list, page, form, dialog, picker, queries, columns), if need be after a noun, or by a noun of at most 2 words; the noun of a folder may stand before',
  ],
  [
    'a role after a noun of three words',
    { 'api/src/users/first-mail-link-queries.ts': [] },
    'api/src/users/first-mail-link-queries.ts: name it by its role (service, policy, queries, commands, mapper, import, export, worker, index), if need be after a noun, or by a noun of at most 2 words; the noun of a folder may stand before',
  ],
  [
    'a folder that is no domain',
    { 'api/src/shops/service.ts': [] },
    'api/src/shops/service.ts: shops is no domain; move the file, or give shops a layer in scripts/structure/layers.ts',
  ],
  [
    'an unknown file at the top of the server',
    { 'api/src/boot.ts': [] },
    'api/src/boot.ts: only main, app belong at the top of the server; move it into a domain or platform',
  ],
  [
    'a contract file that is neither domain nor foundation',
    { 'contract/src/money.ts': [] },
    'contract/src/money.ts: money is neither a domain nor a foundation of the contract; move it into the folder of its domain, or add it to scripts/structure/layers.ts',
  ],
  [
    'a migration without a number',
    { 'api/migrations/roles.sql': '' },
    'api/migrations/roles.sql: name a migration like 0004-roles.sql',
  ],
  [
    'a gap in the numbers of migrations',
    { 'api/migrations/0001-nodes.sql': '', 'api/migrations/0003-roles.sql': '' },
    'api/migrations/0003-…: expected 0002; number the migrations one by one',
  ],
  [
    'a baseline file that is not named after a domain',
    { 'api/sql/01_tables.sql': '' },
    'api/sql/01_tables.sql: name it after its domain, or after the one function it creates, like functions/open_session.sql',
  ],
  [
    'an import without its file extension',
    { 'web/src/users/user-list.tsx': ['./queries'] },
    'web/src/users/user-list.tsx imports ./queries: add the file extension, like ./queries.ts',
  ],
  [
    'a script that imports the web app',
    { 'scripts/check-phrases.ts': ['../web/src/platform/text/i18n.ts'] },
    'scripts/check-phrases.ts imports ../web/src/platform/text/i18n.ts: scripts may import api and contract, not the web app',
  ],
  [
    'a file of more than 300 lines',
    { 'api/src/users/service.ts': '//\n'.repeat(301) },
    'api/src/users/service.ts: 301 lines (at most 300); split it by responsibility',
  ],
  [
    'a domain that imports a script',
    { 'api/src/users/service.ts': ['../../../scripts/seed/demo.ts'] },
    'api/src/users/service.ts imports ../../../scripts/seed/demo.ts: scripts is not part of the product; move this into api',
  ],
];

test.each(violations)('reports %s and how to mend it', (_, files, message) => {
  expect(errorsOf(files)).toContain(message);
});

test('recognises multi-line, dynamic and side-effect imports', () => {
  const sources = [
    'import {\n  X,\n} from "../users/queries.ts";',
    'const page = await import("../users/queries.ts");',
    'import "../users/queries.ts";',
  ];
  for (const source of sources) {
    expect(errorsOf({ 'api/src/roles/service.ts': source }).join()).toContain('roles is below users');
  }
});

test('ignores imports in comments', () => {
  const source = "// import { X } from '../users/queries.ts';\n/*\nimport { X } from '../users/queries.ts';\n*/\n";
  expect(errorsOf({ 'api/src/roles/service.ts': source })).toEqual([]);
});
