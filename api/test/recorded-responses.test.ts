import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrate } from '../src/platform/database/migrate.ts';
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

test.each(recorded.map((response, index) => ({ ...response, index })))(
  '$request keeps its status and body (request $index)',
  ({ index }) => {
    expect(responses[index]).toEqual(recorded[index]);
  },
);
