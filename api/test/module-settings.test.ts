import { sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  createNode,
  createOrganisation,
  createUser,
  type ApiClient,
  allAccessRights,
  type TestNode,
  createClient,
} from './builders.ts';
import { bulkUrl, nameBasket, ownValues, sectionUrl } from './bulk.ts';
import { toCsv, importsAt, settingImportUrl } from './imports.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
let org: TestNode;
let company: TestNode;
let createRegion: () => Promise<TestNode>;
let admin: ApiClient;

beforeAll(async () => {
  org = await createOrganisation(server);
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  admin = await createClient(server, await createUser(server, { node: org }));
  createRegion = () => createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

const createClientWithout = async (...rights: string[]) =>
  createClient(
    server,
    await createUser(server, { node: org, rights: allAccessRights.filter((right) => !rights.includes(right)) }),
  );
const codeOf = ({ status, body }: Awaited<ReturnType<ApiClient['get']>>) => [status, body.messageCode];
const notShown = [409, 'setting.notShown'];
const notYours = [409, 'setting.notYours'];

describe('module settings', () => {
  test('can be read only with VIEW_SETTING', async () => {
    const restrictedClient = await createClientWithout('view_setting');
    for (const more of ['', '/history']) {
      expect(codeOf(await restrictedClient.get(sectionUrl(company, 'ebasketDisplay', more)))).toEqual(notShown);
      expect((await restrictedClient.get(sectionUrl(company, 'nodeConfig', more))).status).toBe(200);
      expect((await admin.get(sectionUrl(company, 'ebasketDisplay', more))).status).toBe(200);
    }
    // a change would return the section too
    expect(codeOf(await nameBasket(restrictedClient, await createRegion(), 'Our basket'))).toEqual(notYours);
  });

  test('are listed only with LIST_SETTING; other sections stay in the list', async () => {
    const restrictedClient = await createClientWithout('list_setting');
    for (const more of ['/overrides?field=displayName', '/places', '/export']) {
      expect(codeOf(await restrictedClient.get(sectionUrl(company, 'ebasketDisplay', more)))).toEqual(notShown);
      expect((await admin.get(sectionUrl(company, 'ebasketDisplay', more))).status).toBe(200);
    }
    expect((await restrictedClient.get(sectionUrl(company, 'nodeConfig', '/places'))).status).toBe(200);
    const sectionsIn = async (client: ApiClient, url: string) => {
      const { result } = (await client.get(url)).body;
      return new Set((result.fields ?? result).map(({ section }: { section: string }) => section));
    };
    const otherSections = sectionNames.filter((name) => sectionOf(name).area !== 'module');
    expect(otherSections).toContain('nodeConfig');
    for (const url of [`/node-management/node/${org.id}/radar`, `/node-management/node/override/${org.id}`]) {
      expect(await sectionsIn(restrictedClient, url)).toEqual(new Set(otherSections));
      expect(await sectionsIn(admin, url)).toContain('ebasketDisplay');
    }
  });

  test('need CREATE_SETTING at a node without values and EDIT_SETTING at a node with values', async () => {
    const creator = await createClientWithout('edit_setting');
    const editor = await createClientWithout('create_setting');
    const node = await createRegion();
    const mayEdit = async (client: ApiClient) => (await client.get(sectionUrl(node))).body.result.can.edit as boolean;
    expect([await mayEdit(creator), await mayEdit(editor)]).toEqual([true, false]);
    expect(codeOf(await nameBasket(editor, node, 'First basket'))).toEqual(notYours);
    expect((await nameBasket(creator, node, 'First basket')).status).toBe(200);
    expect([await mayEdit(creator), await mayEdit(editor)]).toEqual([false, true]);
    expect(codeOf(await nameBasket(creator, node, 'Other basket'))).toEqual(notYours);
    expect(codeOf(await nameBasket(creator, node, null))).toEqual(notYours);
    expect((await nameBasket(editor, node, 'Other basket')).status).toBe(200);
    expect((await nameBasket(editor, node, null)).status).toBe(200);
    expect(await ownValues(admin, [node])).toEqual([null]);
  });

  test('permissions are not required for the sections of other areas', async () => {
    const restrictedClient = await createClientWithout(
      'list_setting',
      'view_setting',
      'create_setting',
      'edit_setting',
    );
    const url = sectionUrl(await createRegion(), 'nodeConfig');
    const fields = { autoLogoutDuration: { value: '00:10:00' } };
    expect((await restrictedClient.put(url, { fields })).status).toBe(200);
    expect((await restrictedClient.get(url)).body.result.can.edit).toBe(true);
  });

  test('permissions also apply to bulk overrides and imports', async () => {
    const [namedNode, emptyNode] = [await createRegion(), await createRegion()];
    await nameBasket(admin, namedNode, 'Named before');
    const creator = await createClientWithout('edit_setting');
    await nameBasket(admin, company, 'From above');
    const input = {
      action: 'push',
      sourceId: company.id,
      sections: ['ebasketDisplay'],
      nodeIds: [namedNode.id, emptyNode.id],
    };
    const { body } = await creator.post(`${bulkUrl}/preview`, input);
    expect(body.result).toMatchObject({ changes: 1, refused: 1, faults: [{ messageCode: 'import.rightMissing' }] });
    const viewer = await createClientWithout('create_setting', 'edit_setting');
    expect(codeOf(await viewer.post(`${bulkUrl}/preview`, input))).toEqual(notYours);
    const codes = await server.query<{ code: string }>('select code from nodes where id = any($1) order by id', [
      [namedNode.id, emptyNode.id],
    ]);
    const file = toCsv(codes.map(({ code }) => ({ code, 'ebasketDisplay.displayName': 'By a file' })));
    const run = await importsAt(settingImportUrl).uploadAndCheck(creator, file);
    expect([run.updated, run.wrong]).toEqual([1, 1]);
  });
});
