import { beforeAll, describe, expect, test } from 'vitest';
import { importsAt, settingImportUrl, toCsv } from '../../../test/imports.ts';
import { errorsOf } from '../../../test/lists.ts';
import { moduleSamples } from '../../../test/module-sections.ts';
import { createSectionClient, type SectionClient } from '../../../test/section-client.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
let client: SectionClient;
beforeAll(async () => void (client = await createSectionClient(server)));

const customer = moduleSamples['customerHub']!.values;
type Trees = Awaited<ReturnType<SectionClient['createTree']>>;
const phoneAt = async (node: Trees['store']) => (await client.stateOf(node, 'customerHub'))['phone']?.value;

describe('the phone number of the customer hub', () => {
  test('gets the code of the customer’s country, of the same save or from above', async () => {
    const { company, store, otherStore } = await client.createTree();
    expect((await client.put(company, 'customerHub', { ...customer, phone: '0113 496 0127' })).status).toBe(200);
    expect(await phoneAt(company)).toBe('+44 113 496 0127');
    expect((await client.put(store, 'customerHub', { phone: '(0113) 496-0000' })).status).toBe(200);
    expect(await phoneAt(store)).toBe('+44 113 496-0000');
    const german = { country: 'DE', phone: '030 901820', postCode: '04109' };
    expect((await client.put(otherStore, 'customerHub', german)).status).toBe(200);
    expect(await phoneAt(otherStore)).toBe('+49 30 901820');
  });

  test('changes nothing where it is entered again as it is dialled in the country', async () => {
    const { company } = await client.createTree();
    await client.put(company, 'customerHub', { ...customer, phone: '+44 113 496 0127' });
    const { body } = await client.put(company, 'customerHub', { phone: '0113 496 0127' });
    expect(body.result).toMatchObject({ version: 1, fields: { phone: { value: '+44 113 496 0127' } } });
  });

  test('needs its country code while there is no country', async () => {
    const { company } = await client.createTree();
    const { country: _, ...rest } = customer;
    const refused = await client.put(company, 'customerHub', { ...rest, phone: '0113 496 0127' });
    expect(errorsOf(refused)).toContainEqual(['fields.phone', 'field.phoneCountry']);
  });

  test('is read from a file of settings in the same way', async () => {
    const { store } = await client.createTree();
    const [{ code }] = (await server.query('select code from nodes where id = $1', [store.id])) as [{ code: string }];
    const cells = Object.entries({ ...customer, phone: '0113 496 0127' }).flatMap(([field, value]) =>
      typeof value === 'string' ? [[`customerHub.${field}`, value]] : [],
    );
    const { importFile } = importsAt(settingImportUrl);
    expect(await importFile(client.admin, toCsv([{ code, ...Object.fromEntries(cells) }]))).toMatchObject({
      state: 'done',
      updated: 1,
    });
    expect(await phoneAt(store)).toBe('+44 113 496 0127');
  });
});
