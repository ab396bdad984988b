import { beforeAll, expect, test } from 'vitest';
import {
  createOrganisation,
  createRole,
  createUser,
  type ApiClient,
  allAccessRights,
  type TestNode,
  createClient,
} from './builders.ts';
import { startTestServer } from './server.ts';
import { newUserInput } from './user-endpoints.ts';

const server = await startTestServer();
const usersUrl = '/user-management/users';
let org: TestNode;
let admin: ApiClient;
let tillRoleId: string;

beforeAll(async () => {
  org = await createOrganisation(server);
  admin = await createClient(server, await createUser(server, { node: org }));
  tillRoleId = await createRole(server, { organisation: org, rights: ['om_dashboard'] });
});

const createdUser = async (overrides: object, client = admin) => {
  const { status, body, text } = await client.post(
    usersUrl,
    newUserInput({ node: org, roleId: tillRoleId }, overrides),
  );
  if (status !== 200) throw new Error(text);
  return body.result;
};

test('hides marketing preferences from users without the permission and keeps them unchanged on their updates', async () => {
  const preferences = { communicationEmail: true, communicationPush: false, communicationSms: true };
  const user = await createdUser(preferences);
  const rights = allAccessRights.filter((right) => right !== 'allow_access_marketing_opt_in_preference');
  const clerk = await createClient(server, await createUser(server, { node: org, rights }));
  const userUrl = `${usersUrl}/${user.id}`;
  const hidden = { communicationEmail: null, communicationPush: null, communicationSms: null };
  const record = (await clerk.get(userUrl)).body.result;
  expect(record).toMatchObject(hidden);
  // the record as it was read, a form without the fields, and an attempt to change them
  for (const overrides of [{}, { communicationEmail: false, communicationSms: false }, { communicationPush: true }]) {
    const response = await clerk.put(userUrl, { ...record, ...overrides, firstName: 'Renamed', version: undefined });
    expect([response.status, response.body.result.communicationEmail]).toEqual([200, null]);
    expect((await admin.get(userUrl)).body.result).toMatchObject({ ...preferences, firstName: 'Renamed' });
  }
  const userOfClerk = await createdUser(preferences, clerk);
  expect((await admin.get(`${usersUrl}/${userOfClerk.id}`)).body.result).toMatchObject({
    communicationEmail: false,
    communicationSms: false,
  });
  // users with the permission change them, and users always see their own
  const changed = (await admin.put(userUrl, { ...record, communicationEmail: false, version: undefined })).body.result;
  expect(changed).toMatchObject({ ...preferences, communicationEmail: false });
  expect((await clerk.get(`${usersUrl}/${clerk.user.id}`)).body.result.communicationEmail).toBe(false);
});
