import { expect, test } from 'vitest';
import { createClient, createNode, createOrganisation, createRole, createUser } from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';
import { newUserInput } from '../../../test/user-endpoints.ts';
import { newId } from '../../platform/database/ids.ts';

const server = await startTestServer();

test('a new user is refused before a password is hashed', async () => {
  const org = await createOrganisation(server);
  const store = await createNode(server, { parent: org, nodeType: 'STORE' });
  const roleId = await createRole(server, { organisation: org, rights: ['om_dashboard'], level: 'STORE' });
  const { userName } = await createUser(server, { node: store });
  const { host, token } = await createClient(server, await createUser(server, { node: org }));
  // a server that never comes to compute a hash
  const busy = await startTestServer({ databaseUrl: server.ownerUrl, hashAtOnce: 0, hashQueueSeconds: 0 });
  const creation = async (overrides: object) => {
    const body = newUserInput({ node: store, roleId }, overrides);
    const response = await busy.request({ method: 'POST', url: '/user-management/users', host, token, body });
    return [response.status, response.body.messageCode];
  };
  expect(await creation({ userName })).toEqual([409, 'user.userNameTaken']);
  expect(await creation({ rootNodeId: newId() })).toEqual([404, 'node.unknown']);
  expect(await creation({ userRole: [{ id: newId() }] })).toEqual([404, 'role.unknown']);
  expect(await creation({})).toEqual([503, 'service.busy']);
});
