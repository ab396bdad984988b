import { beforeAll, describe, expect, test } from 'vitest';
import { createChain, sectionUrl } from '../../../test/bulk.ts';
import { createUser, type ApiClient, allAccessRights, type TestNode, createClient } from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';
import { statusAndCode } from '../../../test/small-tree.ts';

const server = await startTestServer();
let org: TestNode;
let north: TestNode;
let stores: TestNode[];
let admin: ApiClient;

const colours = (fields: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [field, value === null ? null : { value }]));
const putTheme = (node: TestNode, fields: Record<string, string | null>) =>
  admin.put(sectionUrl(node, 'theme'), { fields: colours(fields) });
const findConflicts = async (node: TestNode, fields: Record<string, string | null>) =>
  (await admin.post(sectionUrl(node, 'theme', '/clashes'), { fields: colours(fields) })).body.result;

beforeAll(async () => {
  ({ org, north, stores, admin } = await createChain(server));
});

describe('the conflicts of a theme change', () => {
  test('lists the nodes below whose text would become unreadable and changes nothing', async () => {
    await putTheme(stores[0]!, { textColour: '#101010' });
    await putTheme(stores[1]!, { textColour: '#202020' });
    await putTheme(stores[4]!, { textColour: '#101010', backgroundColor: '#FFFFFF', indentedBackground: '#FFFFFF' });
    await putTheme(north, { primaryColour: '#00205B', contractPrimaryColour: '#FFFFFF' });
    // dark text on a dark page; a store with its own background is not affected
    const darkTheme = { backgroundColor: '#101418', indentedBackground: '#101418', textColour: '#FFFFFF' };
    expect(await findConflicts(org, darkTheme)).toEqual({
      count: 2,
      isPartial: false,
      places: [stores[0]!, stores[1]!].map(({ id, name }) => ({
        place: { id, name, nodeType: 'STORE' },
        fields: ['textColour'],
      })),
    });
    expect((await findConflicts(org, { primaryColour: '#FFFF00', contractPrimaryColour: '#000000' })).count).toBe(0);
    expect((await findConflicts(north, { backgroundColor: '#101418' })).count).toBe(2);
    // nodes that were already unreadable are not reported
    expect((await putTheme(org, darkTheme)).status).toBe(200);
    expect((await findConflicts(org, { ...darkTheme, textColour: '#EEEEEE' })).count).toBe(0);
    expect(
      (await findConflicts(org, { textColour: null, backgroundColor: null, indentedBackground: null })).count,
    ).toBe(0);
    expect((await admin.get(sectionUrl(org, 'theme'))).body.result.version).toBe(1);
  });

  test('requires the permission to change the section and a known field', async () => {
    const rights = allAccessRights.filter((right) => right !== 'edit_node_theme');
    const otherClient = await createClient(server, await createUser(server, { node: org, rights }));
    const fields = { backgroundColor: { value: '#101418' } };
    expect(statusAndCode(await otherClient.post(sectionUrl(north, 'theme', '/clashes'), { fields }))).toEqual([
      409,
      'setting.notYours',
    ]);
    const unknown = await admin.post(sectionUrl(north, 'theme', '/clashes'), { fields: { nothing: { value: 1 } } });
    expect(statusAndCode(unknown)).toEqual([400, 'setting.unknownField']);
    const regionalClient = await createClient(server, await createUser(server, { node: north }));
    expect((await regionalClient.post(sectionUrl(org, 'theme', '/clashes'), { fields })).status).toBe(404);
  });
});
