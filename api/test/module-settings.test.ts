import { beforeAll, describe, expect, test } from 'vitest';
import { aNode, anOrganisation, aUser, type Caller, everyRight, type Place, signedIn } from './builders.ts';
import { bulkUrl, nameBasket, saidBy, sectionUrl } from './bulk.ts';
import { fileOf, importsAt, settingImportUrl } from './imports.ts';
import { aServer } from './server.ts';

const house = await aServer();
let org: Place;
let company: Place;
let fresh: () => Promise<Place>;
let admin: Caller;

beforeAll(async () => {
  org = await anOrganisation(house);
  company = await aNode(house, { parent: org, nodeType: 'COMPANY' });
  admin = await signedIn(house, await aUser(house, { at: org }));
  fresh = () => aNode(house, { parent: company, nodeType: 'TRADING_REGION' });
  await house.server.listen({ host: '127.0.0.1', port: 0 });
});

const without = async (...rights: string[]) =>
  signedIn(house, await aUser(house, { at: org, rights: everyRight.filter((right) => !rights.includes(right)) }));
const codeOf = ({ status, body }: Awaited<ReturnType<Caller['get']>>) => [status, body.messageCode];
const notShown = [409, 'setting.notShown'];
const notYours = [409, 'setting.notYours'];

describe('the settings of a module', () => {
  test('are looked at by those whose role views settings, and by nobody else', async () => {
    const clerk = await without('view_setting');
    for (const more of ['', '/history']) {
      expect(codeOf(await clerk.get(sectionUrl(company, 'ebasketDisplay', more)))).toEqual(notShown);
      expect((await clerk.get(sectionUrl(company, 'nodeConfig', more))).status).toBe(200);
      expect((await admin.get(sectionUrl(company, 'ebasketDisplay', more))).status).toBe(200);
    }
    // nor is what would be told by changing them
    expect(codeOf(await nameBasket(clerk, await fresh(), 'Our basket'))).toEqual(notYours);
  });

  test('are listed to those whose role lists settings, and all others see the rest of the list', async () => {
    const clerk = await without('list_setting');
    for (const more of ['/overrides?field=displayName', '/places', '/export']) {
      expect(codeOf(await clerk.get(sectionUrl(company, 'ebasketDisplay', more)))).toEqual(notShown);
      expect((await admin.get(sectionUrl(company, 'ebasketDisplay', more))).status).toBe(200);
    }
    expect((await clerk.get(sectionUrl(company, 'nodeConfig', '/places'))).status).toBe(200);
    const sectionsIn = async (caller: Caller, url: string) => {
      const { result } = (await caller.get(url)).body;
      return new Set((result.fields ?? result).map(({ section }: { section: string }) => section));
    };
    for (const url of [`/node-management/node/${org.id}/radar`, `/node-management/node/override/${org.id}`]) {
      expect(await sectionsIn(clerk, url)).toEqual(new Set(['nodeConfig', 'integration', 'theme']));
      expect(await sectionsIn(admin, url)).toContain('ebasketDisplay');
    }
  });

  test('are made where a place has none yet by one right, and edited where it has some by another', async () => {
    const maker = await without('edit_setting');
    const editor = await without('create_setting');
    const place = await fresh();
    const mayEdit = async (caller: Caller) => (await caller.get(sectionUrl(place))).body.result.can.edit as boolean;
    expect([await mayEdit(maker), await mayEdit(editor)]).toEqual([true, false]);
    expect(codeOf(await nameBasket(editor, place, 'First basket'))).toEqual(notYours);
    expect((await nameBasket(maker, place, 'First basket')).status).toBe(200);
    expect([await mayEdit(maker), await mayEdit(editor)]).toEqual([false, true]);
    expect(codeOf(await nameBasket(maker, place, 'Other basket'))).toEqual(notYours);
    expect(codeOf(await nameBasket(maker, place, null))).toEqual(notYours);
    expect((await nameBasket(editor, place, 'Other basket')).status).toBe(200);
    expect((await nameBasket(editor, place, null)).status).toBe(200);
    expect(await saidBy(admin, [place])).toEqual([null]);
  });

  test('ask for neither where it is no module that is set', async () => {
    const clerk = await without('list_setting', 'view_setting', 'create_setting', 'edit_setting');
    const url = sectionUrl(await fresh(), 'nodeConfig');
    const fields = { autoLogoutDuration: { value: '00:10:00' } };
    expect((await clerk.put(url, { fields })).status).toBe(200);
    expect((await clerk.get(url)).body.result.can.edit).toBe(true);
  });

  test('are kept to by changes of many places and by files as on the screen', async () => {
    const [named, bare] = [await fresh(), await fresh()];
    await nameBasket(admin, named, 'Named before');
    const maker = await without('edit_setting');
    await nameBasket(admin, company, 'From above');
    const order = { action: 'push', sourceId: company.id, sections: ['ebasketDisplay'], nodeIds: [named.id, bare.id] };
    const { body } = await maker.post(`${bulkUrl}/preview`, order);
    expect(body.result).toMatchObject({ changes: 1, refused: 1, faults: [{ messageCode: 'import.rightMissing' }] });
    const looker = await without('create_setting', 'edit_setting');
    expect(codeOf(await looker.post(`${bulkUrl}/preview`, order))).toEqual(notYours);
    const codes = await house.rows<{ code: string }>('select code from nodes where id = any($1) order by id', [
      [named.id, bare.id],
    ]);
    const file = fileOf(codes.map(({ code }) => ({ code, 'ebasketDisplay.displayName': 'By a file' })));
    const run = await importsAt(settingImportUrl).checked(maker, file);
    expect([run.updated, run.wrong]).toEqual([1, 1]);
  });
});
