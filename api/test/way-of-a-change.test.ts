import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createClient, createNode, createOrganisation, createRole, createUser, type TestNode } from './builders.ts';
import { startTestServer } from './server.ts';
import { newUserInput } from './user-endpoints.ts';

const testServer = await startTestServer();
const root = join(import.meta.dirname, '../..');
const decision = readFileSync(join(root, 'docs/decisions/0062-files-on-the-way-of-a-change.md'), 'utf8');

/** The files of the server that the decision counts. */
const way = [...decision.matchAll(/^\| .*$/gm)].flatMap(([line]) =>
  [...line.matchAll(/`(api\/src\/[^`]+)`/g)].map(([, path]) => path!),
);

/** Files that the change calls as well, but that it does not depend on. */
const sideBranches = [
  // what every request needs and what knows no user
  'api/src/platform/database/ids.ts',
  'api/src/platform/database/result-types.ts',
  'api/src/platform/database/statement-names.ts',
  'api/src/platform/database/statement-time.ts',
  'api/src/platform/errors.ts',
  'api/src/platform/http/admission/admission.ts',
  'api/src/platform/fair-queue.ts',
  'api/src/platform/http/admission/lanes.ts',
  'api/src/platform/http/admission/turns.ts',
  'api/src/platform/http/cookies.ts',
  'api/src/platform/http/drain.ts',
  'api/src/platform/http/hosts/forwarded-headers.ts',
  'api/src/platform/http/hosts/hosts.ts',
  'api/src/platform/http/pipeline/observer.ts',
  'api/src/platform/http/pipeline/request-token.ts',
  'api/src/platform/http/pipeline/stored-texts.ts',
  'api/src/platform/http/register-endpoints.ts',
  'api/src/platform/http/request-log.ts',
  'api/src/platform/http/route.ts',
  'api/src/platform/http/server.ts',
  'api/src/platform/http/timeouts.ts',
  'api/src/platform/loopback.ts',
  'api/src/platform/recent-entries.ts',
  // what returns at once for this request
  'api/src/platform/security/api-keys.ts',
  'api/src/platform/http/pipeline/body-values.ts',
  'api/src/platform/http/pipeline/duplicate-keys.ts',
  'api/src/platform/http/pipeline/unknown-fields.ts',
  'api/src/platform/http/server-sent-events.ts',
  'api/src/platform/http/uploads/uploads.ts',
  'api/src/users/email/pending-email.ts',
  'api/src/users/secrets.ts',
  // how a mail about the change is stored, and its worker woken
  'api/src/platform/security/encryption.ts',
  'api/src/platform/tracing.ts',
  'api/src/platform/worker-loop.ts',
];

/** The files of the server that have functions which V8 counts as called during some work. */
async function filesCalledDuring(work: () => Promise<unknown>): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await work();
  const { result: scripts } = await session.post('Profiler.takePreciseCoverage');
  session.disconnect();
  return scripts
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url, functions }) => ({ path: relative(root, fileURLToPath(url)).replaceAll('\\', '/'), functions }))
    .filter(({ path }) => path.startsWith('api/src/'))
    .filter(({ functions }) => functions.some(({ ranges: [whole] }) => whole!.count > 0))
    .map(({ path }) => path);
}

test('the change of a user calls on the server the files that the decision counts, and besides only named ones', async () => {
  const org = await createOrganisation(testServer);
  const createTarget = async () => ({
    node: await createNode(testServer, { parent: org, nodeType: 'STORE' }),
    roleId: await createRole(testServer, { organisation: org, rights: [] }),
  });
  const [first, second] = [await createTarget(), await createTarget()];
  const admin = await createClient(testServer, await createUser(testServer, { node: org }));
  const { body } = await admin.post('/user-management/users', newUserInput(first));
  const url = `/user-management/users/${body.result.id}`;
  const change = async (target: { node: TestNode; roleId: string }, firstName: string, phoneNumber: string) => {
    const { userName, emailId, version } = (await admin.get(url)).body.result;
    const input = newUserInput(target, { userName, emailId, firstName, phoneNumber });
    const headers = { 'if-match': `"${version}"`, 'idempotency-key': randomUUID() };
    return async () => expect((await admin.put(url, input, headers)).status).toBe(200);
  };
  // the first change of a server also calls what is kept for later ones
  await (
    await change(second, 'Grace', '+441130000002')
  )();
  const called = await filesCalledDuring(await change(first, 'Ada', '+441130000003'));
  expect(called.sort()).toEqual([...way, ...sideBranches].sort());
});
