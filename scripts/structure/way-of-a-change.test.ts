import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTree } from '../check-structure.ts';
import { dependenciesOf } from './imports.ts';

const root = join(import.meta.dirname, '../..');
const decision = readFileSync(join(root, 'docs/decisions/0062-files-on-the-way-of-a-change.md'), 'utf8');
const way = decision
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, path]) => path!));

/** The files that are called from outside this path: by the page, the server, the session domain and the service. */
const entries = [
  'web/src/users/user-form.tsx',
  'api/src/platform/http/pipeline/pipeline.ts',
  'api/src/sessions/authenticate.ts',
  'api/src/users/user-commands.ts',
];

/** Files of the browser that those on the way import, but that the change of a user does not pass through. */
const sideBranches = [
  // parts of the screen and of the form that send nothing
  'web/src/records/change-confirmations.tsx',
  'web/src/records/record-conflict.ts',
  'web/src/ui/dialog/after-press.ts',
  'web/src/ui/form/conflict-resolver.tsx',
  'web/src/ui/form/drafts.tsx',
  'web/src/ui/form/field-error.tsx',
  'web/src/ui/form/form.tsx',
  'web/src/ui/icon.tsx',
  'web/src/ui/page/bottom-parts.ts',
  'web/src/ui/page/notify.tsx',
  'web/src/ui/page/page.tsx',
  'web/src/ui/text-button.tsx',
  'web/src/users/assignments/assignment-fields.tsx',
  'web/src/users/profile/email-notice.tsx',
  'web/src/users/stored-secrets.tsx',
  'web/src/users/user-form-fields.tsx',
  // what declares or names
  'web/src/platform/text/error-text.tsx',
  'web/src/platform/text/i18n.ts',
  'web/src/platform/theme/tokens.ts',
  'web/src/users/user-fields.ts',
  'web/src/users/user-names.ts',
  // the state of the session and the addresses of the API
  'web/src/platform/api/api-url.ts',
  'web/src/platform/session/forced-reset.ts',
  'web/src/platform/session/impersonation-state.ts',
  'web/src/platform/session/session-end.ts',
  'web/src/platform/session/session.ts',
  'web/src/platform/session/user-activity.ts',
];

test('the change of a user passes through at most 30 files, as many as the title of the decision says', () => {
  expect(new Set(way).size).toBe(way.length);
  expect(way.length).toBe(Number(/through (\d+) files/.exec(decision)?.[1]));
  expect(way.length).toBeLessThanOrEqual(30);
});

test('each file on the way of a change is imported by another one, except those that the change enters by', () => {
  const tree = readTree(root);
  const imported = new Set(
    dependenciesOf(tree).flatMap(({ from, to }) => (to !== undefined && way.includes(from) ? [to] : [])),
  );
  expect(way.filter((path) => !tree.has(path))).toEqual([]);
  expect(way.filter((path) => !imported.has(path)).sort()).toEqual(entries.sort());
});

// `api/test/way-of-a-change.test.ts` does the same for the server by what V8 counts as called
test('a file on the way imports in the browser only files on the way and named side branches', () => {
  const imported = dependenciesOf(readTree(root)).flatMap(({ from, to }) =>
    way.includes(from) && to?.startsWith('web/src/') && !to.endsWith('.css') && !way.includes(to) ? [to] : [],
  );
  expect([...new Set(imported)].sort()).toEqual(sideBranches.sort());
});
