import type { ActionName } from '@storeward/contract/users/actions';
import type { NodeType } from '@storeward/contract/access';
import { newId } from '../src/platform/database/ids.ts';
import {
  type ApiClient,
  createNode,
  createOrganisation,
  createRole,
  createUser,
  rootOf,
  type TestNode,
  type TestUser,
} from './builders.ts';
import { nodeFields, organisationFields, userFields } from './input-fields.ts';
import { importsAt, toCsv } from './imports.ts';
import type { TestResponse } from './response.ts';
import { roleInput } from './role-samples.ts';
import type { TestServer } from './server.ts';
import { newUserInput } from './user-endpoints.ts';

/** Where an action is tried, and what it is done to: by default a user without permissions at the node. */
export type Attempt = {
  readonly client: ApiClient;
  readonly at: TestNode;
  readonly target?: Pick<TestUser, 'id' | 'userName'>;
  readonly roleId?: string;
};
type Attempts = Readonly<Record<ActionName, (attempt: Attempt) => Promise<boolean>>>;

const usersUrl = '/user-management/users';
const nodeUrl = '/node-management/node';
const rolesUrl = '/role-management/roles';

/**
 * Performs actions by the requests of their screens; each returns whether the server did it all. `admin` is an
 * administrator of the organisation, or of the platform.
 */
export function actionAttempts(server: TestServer, admin: () => ApiClient): Attempts {
  const userAt = async (at: TestNode) => createUser(server, { node: at, rights: [] });
  const roleAt = (at: TestNode, level: NodeType = at.nodeType) =>
    createRole(server, { organisation: rootOf(at), rights: [], level });
  const storeRole = ({ at }: Attempt) => roleAt(at, 'STORE');
  const ofUser =
    (send: (client: ApiClient, target: Pick<TestUser, 'id' | 'userName'>) => Promise<TestResponse>[]) =>
    async (attempt: Attempt) => {
      const { client, target = await userAt(attempt.at) } = attempt;
      return (await isFound(client, usersUrl, target.id)) && succeed(send(client, target));
    };
  const ofRole = (send: (client: ApiClient, id: string) => Promise<TestResponse>[]) => async (attempt: Attempt) => {
    const id = await storeRole(attempt);
    return (await isFound(attempt.client, rolesUrl, id)) && succeed(send(attempt.client, id));
  };
  const setting =
    (section: string, fields: object, nodePath = (at: TestNode) => `${nodeUrl}/${at.id}`) =>
    ({ client, at }: Attempt) => {
      const url = `${nodeUrl}/${at.id}/settings/${section}`;
      return succeed([client.get(nodePath(at)), client.get(url), client.put(url, { fields })]);
    };
  const ofOrganisation = ({ id }: TestNode) => `/node-management/organization/${id}`;
  const idle = { autoLogoutDuration: { value: '00:20:00', mode: 'free' } };
  const font = { fontSize: { value: '15px', mode: 'free' } };
  const basket = (value: string) => ({ displayName: { value, mode: 'free' } });
  /** Changes module settings that the node has of its own. */
  const changeModules = (change: ReturnType<typeof setting>) => async (attempt: Attempt) => {
    const { status, text } = await admin().put(`${nodeUrl}/${attempt.at.id}/settings/ebasketDisplay`, {
      fields: basket('Basket'),
    });
    if (status !== 200) throw new Error(text);
    return change(attempt);
  };

  return {
    listUsers: async ({ client, at }) => {
      const { userName } = await userAt(at);
      const { status, body } = await client.get(`${usersUrl}?search=${userName}`);
      return status === 200 && body.result.length > 0;
    },
    viewUser: ofUser((client, { id }) => [client.get(`${usersUrl}/${id}`)]),
    createUser: async ({ client, at }) =>
      succeed([client.post(usersUrl, newUserInput({ node: at, roleId: await roleAt(at) }))]),
    editUser: ofUser((client, { id, userName }) => [
      client.get(`${usersUrl}/${id}`),
      client.put(`${usersUrl}/${id}`, { ...userFields({ userName }), phoneNumber: '' }),
    ]),
    assignRole: async ({ client, at, target, roleId }) => {
      const { id } = target ?? (await userAt(at));
      const body = { roleId: roleId ?? (await roleAt(at)), nodeId: at.id };
      return succeed([client.get(`${usersUrl}/${id}/assignments`), client.post(`${usersUrl}/${id}/assignments`, body)]);
    },
    setUserStatus: ofUser((client, { id }) => [client.put(`${usersUrl}/${id}/status`, { status: false })]),
    deleteUser: ofUser((client, { id }) => [client.delete(`${usersUrl}/${id}/delete`)]),
    sendResetLink: ofUser((client, { id }) => [client.post(`/user-management/resetLink/${id}`)]),
    async viewAsUser({ client, at, target }) {
      const { id } = target ?? (await userAt(at));
      const { status } = await client.post(`${usersUrl}/${id}/seeing`, { reason: 'finds no price list' });
      if (status !== 200) return false;
      return succeed([client.delete('/user-management/sessions/current/seeing')]);
    },
    async changeManyUsers({ client, at, target }) {
      const { id } = target ?? (await userAt(at));
      const change = { action: 'changeRole', ids: [id], roleId: await roleAt(at) };
      const preview = await client.post('/user-management/bulk-changes/preview', change);
      return (await succeed([client.get(usersUrl)])) && preview.status === 200 && preview.body.result.changes === 1;
    },
    async importUsers({ client, at }) {
      if (!(await succeed([client.get(`${usersUrl}/import`)]))) return false;
      const roleId = await roleAt(at);
      const [role] = await server.query<{ name: string }>('select name from roles where id = $1', [roleId]);
      const { userName, firstName, lastName, emailId, language, timeZone } = newUserInput({ node: at, roleId });
      const cells = { userName, firstName, lastName, emailId, language, timeZone };
      const { upload, waitUntilIdle } = importsAt(`${usersUrl}/import`);
      const { status, body } = await upload(client, toCsv([{ ...cells, roleName: role!.name, nodeName: at.name }]));
      if (status !== 200) return false;
      const run = await waitUntilIdle(client, body.result.id).catch(() => undefined);
      await client.delete(`${usersUrl}/import/${body.result.id}`);
      return run?.created === 1;
    },
    exportUsers: async ({ client, at }) => {
      const { userName } = await userAt(at);
      const { status, text } = await client.get(`/user-management/user-export?search=${userName}`);
      return status === 200 && text.includes(userName);
    },
    listRoles: ({ client }) => succeed([client.get(rolesUrl)]),
    createRole: ({ client }) => succeed([client.post(rolesUrl, roleInput())]),
    editRole: ofRole((client, id) => [client.get(`${rolesUrl}/${id}`), client.put(`${rolesUrl}/${id}`, roleInput())]),
    setRoleStatus: ofRole((client, id) => [client.put(`${rolesUrl}/${id}/status`, { status: false })]),
    deleteRole: ofRole((client, id) => [client.delete(`${rolesUrl}/${id}`)]),
    browseLocations: ({ client, at }) => succeed([client.get(`${nodeUrl}/${at.id}/children`)]),
    viewLocation: ({ client, at }) => succeed([client.get(`${nodeUrl}/${at.id}`)]),
    createLocation: ({ client, at }) =>
      succeed([
        client.post(nodeUrl, {
          ...nodeFields,
          code: newId().slice(-12),
          nodeType: at.nodeType === 'ORGANIZATION' ? 'COMPANY' : at.nodeType === 'COMPANY' ? 'TRADING_REGION' : 'STORE',
          parentId: at.id,
        }),
      ]),
    editLocation: ({ client, at }) =>
      succeed([
        client.get(`${nodeUrl}/${at.id}`),
        client.put(`${nodeUrl}/${at.id}`, { ...nodeFields, name: at.name, code: at.id.slice(-12) }),
      ]),
    moveLocation: ({ client, at }) => {
      const parentId = at.parent?.id ?? at.id;
      return succeed([
        client.get(`${nodeUrl}/${at.id}`),
        client.get(`${nodeUrl}/${at.id}/move?parentId=${parentId}`),
        client.put(`${nodeUrl}/${at.id}/move`, { parentId }),
      ]);
    },
    setLocationStatus: ({ client, at }) =>
      succeed([client.get(`${nodeUrl}/${at.id}`), client.put(`${nodeUrl}/${at.id}/status`, { status: true })]),
    deleteLocation: async ({ client, at }) =>
      (await succeed([client.get(`${nodeUrl}/${at.id}`)])) && succeed([client.delete(`${nodeUrl}/${at.id}/delete`)]),
    exportLocations: async ({ client, at }) => {
      const { status, text } = await client.get('/node-management/export');
      return status === 200 && (text.includes(at.name) || at.id === client.user.node.id);
    },
    assignDevices: ({ client, at }) => {
      const device = { name: newId(), type: 'tablet', address: '10.0.0.1', serial: newId(), nodeId: at.id };
      return succeed([
        client.get(`/module-management/device?nodeId=${at.id}`),
        client.post('/module-management/device', device),
      ]);
    },
    editConfiguration: setting('nodeConfig', idle),
    editTheme: setting('theme', font),
    overrideModules: setting('ebasketDisplay', basket('Corner basket')),
    editModules: changeModules(setting('ebasketDisplay', basket('Our basket'))),
    manageWebhooks: ({ client, at }) => {
      const url = `${nodeUrl}/${at.id}/webhooks`;
      const webhook = { description: 'Tills', url: 'https://tills.example.com/in', sections: null };
      return succeed([client.get(`${nodeUrl}/${at.id}`), client.get(url), client.post(url, webhook)]);
    },
    async bulkOverride({ client, at }) {
      if (at.nodeType === 'STORE') return false;
      const child = at.nodeType === 'ORGANIZATION' ? 'COMPANY' : 'STORE';
      const { id } = await createNode(server, { parent: at, nodeType: child });
      const task = { sourceId: at.id, sections: ['nodeConfig'], action: 'clear', nodeIds: [id] };
      if (!(await succeed([client.get('/node-management/bulk-override')]))) return false;
      const { status, body } = await client.post('/node-management/bulk-override/preview', task);
      return status === 200 && body.result.refused === 0;
    },
    editOrganisation: ({ client, at }) =>
      succeed([
        client.get(`/node-management/organization/${at.id}`),
        client.put(`${nodeUrl}/${at.id}`, {
          ...organisationFields(),
          url: at.host,
          domains: [{ domainName: at.domain, isDefault: true }],
        }),
      ]),
    editOrganisationConfiguration: setting('nodeConfig', idle, ofOrganisation),
    editOrganisationTheme: setting('theme', font, ofOrganisation),
    editOrganisationModules: changeModules(setting('ebasketDisplay', basket('Our basket'), ofOrganisation)),
    viewAudit: async ({ client, at }) => {
      const created = await admin().post(usersUrl, newUserInput({ node: at, roleId: await roleAt(at) }));
      const { status, body } = await client.get(`/audit?entityId=${created.body.result.id}`);
      return status === 200 && body.result.length > 0;
    },
    listOrganisations: ({ client }) => succeed([client.get('/node-management/organization')]),
    createOrganisation: ({ client }) =>
      succeed([client.post(nodeUrl, { ...organisationFields(), nodeType: 'organization' })]),
    async setOrganisationStatus({ client }) {
      const { id } = await createOrganisation(server);
      return succeed([
        client.get('/node-management/organization'),
        client.put(`${nodeUrl}/${id}/status`, { status: false }),
      ]);
    },
    async deleteOrganisation({ client }) {
      const { id } = await createOrganisation(server);
      return succeed([client.get('/node-management/organization'), client.delete(`${nodeUrl}/${id}/delete`)]);
    },
  };
}

/** Whether a record is found in its list or on its own page. */
const isFound = async (client: ApiClient, url: string, id: string) =>
  (await succeed([client.get(`${url}/${id}`)])) || succeed([client.get(url)]);

/** Whether all requests are answered with success. */
async function succeed(responses: readonly Promise<TestResponse>[]): Promise<boolean> {
  const statuses = (await Promise.all(responses)).map(({ status }) => status);
  return statuses.every((status) => status < 300);
}
