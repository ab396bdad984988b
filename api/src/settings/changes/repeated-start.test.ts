import { beforeAll, describe, expect, test } from 'vitest';
import {
  type ApiClient,
  createClient,
  createNode,
  createOrganisation,
  createUser,
  type TestNode,
} from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
let org: TestNode;
let admin: ApiClient;
beforeAll(async () => {
  org = await createOrganisation(server, { slug: 'hornbeam' });
  admin = await createClient(server, await createUser(server, { node: org }));
});

const createShop = () => createNode(server, { parent: org, nodeType: 'COMPANY', time_zone: 'Europe/Berlin' });
const url = ({ id }: TestNode) => `/node-management/node/${id}/settings`;
const fields = { displayName: { value: 'Autumn sale' } };
const planAt = (node: TestNode, startsAt: string) => admin.put(`${url(node)}/ebasketDisplay`, { fields, startsAt });
const planAreaAt = (node: TestNode, startsAt: string) =>
  admin.put(url(node), { sections: { ebasketDisplay: { version: 0, fields } }, startsAt });
const startOf = ({ body }: Awaited<ReturnType<typeof planAt>>) =>
  Date.parse(body.result.fields.displayName.coming[0].from);

describe('a change that starts when clocks show its time twice', () => {
  test.each([
    ['2036-10-26T02:30+02:00', '2036-10-26T00:30Z', 'the first of them by its offset'],
    ['2036-10-26T02:30+01:00', '2036-10-26T01:30Z', 'the second of them by its offset'],
    ['2036-10-26T02:30', '2036-10-26T01:30Z', 'the second of them without an offset'],
    ['2036-07-01T08:00+02:00', '2036-07-01T06:00Z', 'an offset may also stand at a time that is shown once'],
  ])('as %s starts at %s: %s', async (startsAt, instant) => {
    const shop = await createShop();
    const planned = await planAt(shop, startsAt);
    expect([planned.status, startOf(planned)]).toEqual([200, Date.parse(instant)]);
    const read = (at: string) => admin.get(`${url(shop)}/ebasketDisplay?at=${encodeURIComponent(at)}`);
    expect((await read(startsAt)).body.result).toMatchObject({ fields: { displayName: { value: 'Autumn sale' } } });
    const before = new Date(Date.parse(instant) - 60_000).toISOString();
    expect((await read(before)).body.result.fields.displayName.value).toBeNull();
  });

  test.each([
    ['2036-10-26T02:30+03:00', 'of another time zone'],
    ['2036-07-01T08:00+01:00', 'of winter, in summer'],
    ['2036-03-30T02:30+01:00', 'at a time that clocks skip'],
  ])('is refused at its start as %s, with an offset %s, and stores nothing', async (startsAt) => {
    const shop = await createShop();
    for (const refused of [await planAt(shop, startsAt), await planAreaAt(shop, startsAt)])
      expect([refused.status, refused.body]).toMatchObject([
        409,
        {
          messageCode: 'setting.startOffset',
          errors: [{ path: 'startsAt', messageCode: 'setting.startOffset' }],
        },
      ]);
    expect((await admin.get(`${url(shop)}/ebasketDisplay`)).body.result.version).toBe(0);
  });

  test('is read as of either of the two times', async () => {
    const shop = await createShop();
    await planAt(shop, '2036-10-26T02:15+01:00');
    const configuration = async (at: string) =>
      (await admin.get(`/node-management/node/${shop.id}/configuration?at=${encodeURIComponent(at)}`)).body.result
        .eBasketMgmtSettings[0].displaySettings.displayName as string | null;
    expect(await configuration('2036-10-26T02:30+02:00')).toBeNull();
    expect(await configuration('2036-10-26T02:30+01:00')).toBe('Autumn sale');
    expect((await planAt(shop, '2036-10-26T02:30+2')).body.messageCode).toBe('input.invalid');
  });
});
