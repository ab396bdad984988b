import { describe, expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, signedIn } from './builders.ts';
import { aServer } from './server.ts';

const house = await aServer();

describe('whoever works below the top of an organisation', () => {
  test('is told of it only where their role says so, and then only to read', async () => {
    const org = await anOrganisation(house);
    const company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
    const store = await aNode(house, { parent: company, nodeType: 'STORE' });
    const url = `/node-management/organization/${org.id}`;
    const rights = ['view_organisation', 'update_organisation', 'update_organisation_details'];
    const [without, told] = [
      await signedIn(house, await aUser(house, { at: store, rights })),
      await signedIn(house, await aUser(house, { at: store, rights: [...rights, 'access_organisation_level'] })),
    ];
    expect((await without.get(url)).status).toBe(404);
    const { status, body } = await told.get(url);
    expect([status, body.result.name, body.result.placeCount, body.result.storeCount, body.result.userCount]).toEqual([
      200,
      org.name,
      2,
      1,
      2,
    ]);
    expect(Object.entries(body.result.can).filter(([, may]) => may)).toEqual([['view', true]]);
    const elsewhere = await anOrganisation(house);
    expect((await told.get(`/node-management/organization/${elsewhere.id}`)).status).toBe(404);
    const blind = await signedIn(house, await aUser(house, { at: store, rights: ['access_organisation_level'] }));
    expect((await blind.get(url)).status).toBe(403);
    const nowhere = await aUser(house, { at: org, nowhere: true });
    expect((await (await signedIn(house, nowhere)).get(url)).status).toBe(404);
  });
});
