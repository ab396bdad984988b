import { describe, expect, test } from 'vitest';
import { newId } from '../src/platform/database/ids.ts';
import { createNode, createOrganisation, createUser, createClient, insertRow } from './builders.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();

describe('a user below the root of an organisation', () => {
  test('can read the organisation only with ACCESS_ORGANISATION_LEVEL and cannot change it', async () => {
    const org = await createOrganisation(server);
    const company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
    const store = await createNode(server, { parent: company, nodeType: 'STORE' });
    const url = `/node-management/organization/${org.id}`;
    await insertRow(server, 'setting_values', {
      id: newId(),
      org_id: org.id,
      node_id: org.id,
      tpath: org.tpath,
      section: 'theme',
      field: 'primaryColour',
      value: '"#AA0011"',
      valid_from: '2026-01-01T00:00:00Z',
      created_date: '2026-01-01T00:00:00Z',
    });
    const rights = ['view_organisation', 'update_organisation', 'update_organisation_details'];
    const [unprivileged, privileged] = [
      await createClient(server, await createUser(server, { node: store, rights })),
      await createClient(
        server,
        await createUser(server, { node: store, rights: [...rights, 'access_organisation_level'] }),
      ),
    ];
    expect((await unprivileged.get(url)).status).toBe(404);
    const { status, body } = await privileged.get(url);
    expect([status, body.result.name, body.result.placeCount, body.result.storeCount, body.result.userCount]).toEqual([
      200,
      org.name,
      2,
      1,
      2,
    ]);
    expect(Object.entries(body.result.can).filter(([, may]) => may)).toEqual([['view', true]]);
    const otherOrganisation = await createOrganisation(server);
    expect((await privileged.get(`/node-management/organization/${otherOrganisation.id}`)).status).toBe(404);
    const withoutViewRight = await createClient(
      server,
      await createUser(server, { node: store, rights: ['access_organisation_level'] }),
    );
    expect((await withoutViewRight.get(url)).status).toBe(403);
    // what else belongs to the organisation
    for (const address of [`${url}/theme`, `/node-management/domain/${org.id}`]) {
      const elsewhere = address.replace(org.id, otherOrganisation.id);
      const statuses = await Promise.all(
        [
          privileged.get(address),
          unprivileged.get(address),
          privileged.get(elsewhere),
          withoutViewRight.get(address),
        ].map(async (response) => (await response).status),
      );
      expect([address, ...statuses]).toEqual([address, 200, 404, 404, 403]);
    }
    expect((await privileged.get(`${url}/theme`)).body.result.primaryColour).toBe('#AA0011');
    const userWithoutNode = await createUser(server, { node: org, withoutNode: true });
    expect((await (await createClient(server, userWithoutNode)).get(url)).status).toBe(404);
  });
});
