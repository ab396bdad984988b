import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrate } from '../src/platform/database/schema/migrate.ts';
import { installation, restoreInstallation } from './installation-fixture.ts';
import { type RecordedResponse, recordedRequests, recordResponses } from './recorded-requests.ts';
import { startTestServer } from './server.ts';
import { testRoles } from './template.ts';

const recorded = JSON.parse(
  readFileSync(new URL('fixtures/responses.json', import.meta.url), 'utf8'),
) as RecordedResponse[];

const databaseUrl = await restoreInstallation();
await migrate(databaseUrl, { roles: testRoles });
const server = await startTestServer({ databaseUrl });
const { org, store, group, role, admin, forgetful, host } = installation;
const responses = await recordResponses((request) => server.request({ ...request, host }), {
  org,
  store,
  group,
  role,
  admin: admin.id,
  forgetful: forgetful.id,
});

test('the recorded responses cover every request of the walk', () => {
  expect(recorded.map(({ request }) => request)).toEqual(
    recordedRequests.map(({ method, path }) => `${method} ${path}`),
  );
});

/** Requests whose response has an entry for every section, so that a new section adds one. */
const sectionwise = new Set([
  'GET /node-management/node/{store}/configuration',
  'GET /node-management/node/override/{store}',
]);

/** The entries of a response to such a request that are recorded, by the name of their section or property. */
function recordedEntries(body: unknown, recordedBody = body): Readonly<Record<string, unknown>> {
  const names = new Set(entriesOf(recordedBody).map(([name]) => name));
  return Object.fromEntries(entriesOf(body).filter(([name]) => names.has(name)));
}

function entriesOf(body: unknown): [string, unknown][] {
  const { result } = body as { result: Readonly<Record<string, unknown>> | readonly { section: string }[] };
  return Array.isArray(result)
    ? result.map((entry: { section: string }) => [entry.section, entry])
    : Object.entries(result);
}

test.each(recorded.map((response, index) => ({ ...response, index })))(
  '$request keeps its status and body (request $index)',
  ({ index }) => {
    const [{ request, status, body }, before] = [responses[index]!, recorded[index]!];
    if (!sectionwise.has(request)) return expect({ request, status, body }).toEqual(before);
    expect({ request, status, entries: recordedEntries(body, before.body) }).toEqual({
      request: before.request,
      status: before.status,
      entries: recordedEntries(before.body),
    });
  },
);
