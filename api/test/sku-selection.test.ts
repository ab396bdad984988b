import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createClient, createNode, createOrganisation, createUser, type TestNode } from './builders.ts';
import { plainImage } from './image-files.ts';
import { errorsOf } from './lists.ts';
import { startTestServer } from './server.ts';

const server = await startTestServer();
let admin: ApiClient;
let company: TestNode;

beforeAll(async () => {
  const org = await createOrganisation(server);
  company = await createNode(server, { parent: org, nodeType: 'COMPANY' });
  admin = await createClient(server, await createUser(server, { node: org }));
});

const upload = async (width: number, height: number) =>
  (
    await admin.post('/common/uploadfile', await plainImage(width, height).png().toBuffer(), {
      'content-type': 'application/octet-stream',
    })
  ).body.result.Location as string;
const save = (value: Readonly<Record<string, unknown>>) =>
  admin.put(`/node-management/node/${company.id}/settings/skuSelection`, { fields: { shirtMale: { value } } });
const path = 'fields.shirtMale';

describe('the products of a badge', () => {
  test.each([
    ['three SKUs', { SKU_selection: 'A,B,C' }, 'SKU_selection', 'field.maxTwoSkus'],
    ['two SKUs without VAT', { SKU_selection: 'A,B' }, 'isVat', 'field.vatSkuRequired'],
    ['VAT on both SKUs', { SKU_selection: 'A,B', isVat: { A: true, B: true } }, 'isVat', 'field.vatSkuRequired'],
    ['a name without a number', { name_SKU_selection: 'N' }, 'name_SKU_selection', 'field.nameAndNumberRequired'],
    ['an image by FTP', { badgeUrl: 'ftp://files.example.com/b.png' }, 'badgeUrl', 'field.httpAddress'],
    ['a script as an image', { logoUrl: 'javascript:alert(1)' }, 'logoUrl', 'field.httpAddress'],
    ['an unknown half', { disable_for: 'colour' }, 'disable_for', 'field.invalid'],
  ])('are refused with %s', async (_, value, field, code) => {
    const response = await save(value);
    expect([response.status, errorsOf(response)]).toEqual([400, [[`${path}.${field}`, code]]]);
  });

  test('are refused by the two rules for SKUs with the message of each', async () => {
    const messageOf = async (value: object) => (await save({ ...value })).body.errors[0].message;
    expect(await messageOf({ SKU_selection: 'A,B,C' })).toBe('Maximum 2 SKUs can be selected');
    expect(await messageOf({ SKU_selection: 'A,B' })).toBe('Please select at least one SKU as VAT');
  });

  test('are refused with an uploaded image that is not three wide and four high', async () => {
    const [square, portrait] = [await upload(80, 80), await upload(60, 80)];
    expect(errorsOf(await save({ badgeUrl: square }))).toEqual([[`${path}.badgeUrl`, 'field.imageRatio']]);
    expect(errorsOf(await save({ logoUrl: square }))).toEqual([[`${path}.logoUrl`, 'field.imageRatio']]);
    expect((await save({ badgeUrl: portrait, logoUrl: 'https://files.example.com/logo.png' })).status).toBe(200);
  });

  test('are stored in one spelling, and inherited with name and number', async () => {
    const input = {
      SKU_selection: ' A , B,A',
      isVat: { A: true, gone: true },
      name_SKU_selection: 'N',
      number_SKU_selection: 'M',
      disable_for: 'name',
    };
    expect((await save(input)).status).toBe(200);
    const region = await createNode(server, { parent: company, nodeType: 'TRADING_REGION' });
    const { body } = await admin.get(`/node-management/node/${region.id}/configuration`);
    expect(body.result.skuSelection.shirtMale).toEqual({
      SKU_selection: 'A,B',
      isVat: { A: true, B: false },
      badgeUrl: '',
      logoUrl: '',
      name_SKU_selection: '',
      number_SKU_selection: 'M',
      disable_for: 'name',
    });
  });
});
