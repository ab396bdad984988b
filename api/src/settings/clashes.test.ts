import { beforeAll, describe, expect, test } from 'vitest';
import { aChain, sectionUrl } from '../../test/bulk.ts';
import { aUser, type Caller, everyRight, type Place, signedIn } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';
import { codeOf } from '../../test/small-tree.ts';

const house = await aServer();
let org: Place;
let north: Place;
let stores: Place[];
let admin: Caller;

const colours = (fields: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value === null ? null : { value }]));
const theme = (place: Place, fields: Record<string, string | null>) =>
  admin.put(sectionUrl(place, 'theme'), { fields: colours(fields) });
const clashes = async (place: Place, fields: Record<string, string | null>) =>
  (await admin.post(sectionUrl(place, 'theme', '/clashes'), { fields: colours(fields) })).body.result;

beforeAll(async () => {
  ({ org, north, stores, admin } = await aChain(house));
});

describe('a ground that is about to change', () => {
  test('tells beforehand whose words below could not be read on it any more, and changes nothing', async () => {
    await theme(stores[0]!, { textColour: '#101010' });
    await theme(stores[1]!, { textColour: '#202020' });
    await theme(stores[4]!, { textColour: '#101010', backgroundColor: '#FFFFFF', indentedBackground: '#FFFFFF' });
    await theme(north, { primaryColour: '#00205B', contractPrimaryColour: '#FFFFFF' });
    // dark text on a dark page; whoever has a page of their own is left alone
    const dark = { backgroundColor: '#101418', indentedBackground: '#101418', textColour: '#FFFFFF' };
    expect(await clashes(org, dark)).toEqual({
      count: 2,
      places: [stores[0]!, stores[1]!].map(({ id, name }) => ({
        place: { id, name, nodeType: 'STORE' },
        fields: ['textColour'],
      })),
    });
    expect((await clashes(org, { primaryColour: '#FFFF00', contractPrimaryColour: '#000000' })).count).toBe(0);
    expect((await clashes(north, { backgroundColor: '#101418' })).count).toBe(2);
    // those that could not be read before are nobody's news
    expect((await theme(org, dark)).status).toBe(200);
    expect((await clashes(org, { ...dark, textColour: '#EEEEEE' })).count).toBe(0);
    expect((await clashes(org, { textColour: null, backgroundColor: null, indentedBackground: null })).count).toBe(0);
    expect((await admin.get(sectionUrl(org, 'theme'))).body.result.version).toBe(1);
  });

  test('is asked about by those alone who may change it, where there is such a field', async () => {
    const rights = everyRight.filter((right) => right !== 'edit_node_theme');
    const other = await signedIn(house, await aUser(house, { at: org, rights }));
    const fields = { backgroundColor: { value: '#101418' } };
    expect(codeOf(await other.post(sectionUrl(north, 'theme', '/clashes'), { fields }))).toEqual([
      409,
      'setting.notYours',
    ]);
    const unknown = await admin.post(sectionUrl(north, 'theme', '/clashes'), { fields: { nothing: { value: 1 } } });
    expect(codeOf(unknown)).toEqual([400, 'setting.unknownField']);
    const local = await signedIn(house, await aUser(house, { at: north }));
    expect((await local.post(sectionUrl(org, 'theme', '/clashes'), { fields })).status).toBe(404);
  });
});
