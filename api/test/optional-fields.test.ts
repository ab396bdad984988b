import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  type TestNode,
  type TestUser,
} from './builders.ts';
import { startTestServer } from './server.ts';
import { newUserInput } from './user-endpoints.ts';

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let user: TestUser;
let admin: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'optional' });
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  user = await createUser(server, { node: org });
  admin = await createClient(server, user);
});

describe('optional fields that a client leaves out', () => {
  test('are empty for a new user', async () => {
    const { phoneNumber: _, country: __, ...input } = newUserInput({ node: org, roleId: user.roleId });
    const { status, body } = await admin.post('/user-management/users', input);
    expect([status, body.result.phoneNumber, body.result.country]).toEqual([200, '', '']);
  });

  test('are empty for a new node', async () => {
    const input = { name: 'Leeds', code: 'LEEDS-1', region: [], nodeType: 'TRADING_REGION', parentId: company.id };
    const { status, body } = await admin.post('/node-management/node', input);
    expect([status, body.result]).toMatchObject([
      200,
      { name: 'Leeds', phoneNumber: '', emailId: '', country: null, timeZone: null, address: null },
    ]);
  });

  test('do not include the required ones', async () => {
    const { firstName: _, ...input } = newUserInput({ node: org, roleId: user.roleId });
    expect((await admin.post('/user-management/users', input)).body.errors).toMatchObject([
      { path: 'firstName', messageCode: 'field.required' },
    ]);
  });
});
