import type { ProductRow } from '@storeward/contract/products';
import { beforeAll, describe, expect, test } from 'vitest';
import { type ApiClient, createClient, createOrganisation, createUser } from '../../test/builders.ts';
import { createProduct, insertManyProducts, named, productsUrl } from '../../test/product-samples.ts';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();

const search = async (client: ApiClient, query: Record<string, string>): Promise<ProductRow[]> => {
  const { status, body, text } = await client.get(`${productsUrl}?${String(new URLSearchParams(query))}`);
  if (status !== 200) throw new Error(text);
  return body.result as ProductRow[];
};
const skusOf = (rows: readonly ProductRow[]) => rows.map(({ SKU }) => SKU);

describe('searching products', () => {
  let client: ApiClient;
  beforeAll(async () => {
    const shop = await createOrganisation(server);
    client = await createClient(server, await createUser(server, { node: shop }));
    for (const [sku, name] of [
      ['85123A', 'WHITE HANGING HEART T-LIGHT HOLDER'],
      ['85123', 'Wicker heart of willow'],
      ['22423', 'REGENCY CAKESTAND 3 TIER'],
      ['22423B', 'Regency tea plate'],
      ['HEART-1', 'Café sign'],
      ['90%_1', 'Half price'],
      ['X-0001', ''],
      ['CJK-1', '赤いティーカップ'],
      [
        'LONG-1',
        `Willow ${Array.from({ length: 30 }, (_, index) => `word${String.fromCharCode(97 + index)}${index}`).join(' ')} Kettle`,
      ],
      ['DE-1', 'Pfeifenband für Schiedsrichter'],
      ['BAND-1', 'Bandage'],
    ] as const)
      await createProduct(client, named(sku, name));
    await createProduct(client, {
      SKU: 'TWO-1',
      descriptions: [
        { name: 'NAME', value: 'Copper kettle', language: 'en' },
        { name: 'NAME', value: 'Kupferkessel', language: 'de' },
      ],
    });
    const neighbour = await createOrganisation(server);
    const other = await createClient(server, await createUser(server, { node: neighbour }));
    await createProduct(other, named('85123A', 'WHITE HANGING HEART T-LIGHT HOLDER'));
  });

  test.for([
    ['words of the name in any order', { shortDescription: 'heart white' }, ['85123A']],
    ['the parameter of the badge and hotkey dialogs', { description: 'holder HANGING' }, ['85123A']],
    ['both names of the parameter together', { shortDescription: 'heart', description: 'willow' }, ['85123']],
    ['a part of a word', { shortDescription: 'egenc' }, ['22423', '22423B']],
    ['words without their accents', { shortDescription: 'cafe' }, ['HEART-1']],
    ['two letters that begin a word', { shortDescription: 'ho' }, ['85123A']],
    ['no name by a SKU', { shortDescription: '22423' }, []],
    ['the beginning of a SKU in any case', { SKU: '85123a' }, ['85123A']],
    ['a product with exactly this SKU first', { SKU: '85123' }, ['85123', '85123A']],
    ['a part of a word of a script without spaces', { description: 'カップ' }, ['CJK-1']],
    ['words of a name with very many', { description: 'kettle willow' }, ['LONG-1']],
    ['words of the names in two languages', { description: 'copper kupfer' }, ['TWO-1']],
    ['an umlaut by its vowel', { description: 'schied fur' }, ['DE-1']],
    ['words that begin so and not parts of others', { description: 'band' }, ['BAND-1']],
    ['a word of the name and a SKU', { search: 'kettle two-1' }, ['TWO-1']],
    ['no SKU by its end', { SKU: '423B' }, []],
    ['SKUs and names by one text', { search: 'heart' }, ['HEART-1', '85123A', '85123']],
    ['an exact SKU first although another name comes before', { search: '22423b' }, ['22423B']],
    ['SKU and words together', { SKU: '224', description: 'tea' }, ['22423B']],
    ['no wildcards', { SKU: '90%_1' }, ['90%_1']],
    ['no wildcards in names', { description: '%' }, []],
    ['products without a name', { flaw: 'name' }, ['X-0001']],
  ] as const)('finds %s', async ([, query, expected]) => {
    expect(skusOf(await search(client, { ...query, orgId: client.user.node.orgId, offset: '0', limit: '10' }))).toEqual(
      expected,
    );
  });

  test('pages through an exact SKU and everything else without a gap or a double', async () => {
    const pages = [];
    for (let page = 0; page < 3; page += 1)
      pages.push(...(await search(client, { search: 'heart', page: String(page), size: '1' })));
    expect(skusOf(pages)).toEqual(['HEART-1', '85123A', '85123']);
  });

  test('continues a list behind its cursor in every order', async () => {
    for (const sort of ['name', 'SKU', 'updatedDate'])
      for (const direction of ['asc', 'desc']) {
        const all = await search(client, { sort: `${sort}:${direction}`, size: '100' });
        const found: ProductRow[] = [];
        for (let cursor: string | undefined = ''; cursor !== undefined;) {
          const url = `${productsUrl}?sort=${sort}:${direction}&size=2${cursor && `&cursor=${cursor}`}`;
          const { body } = (await client.get(url)) as { body: { result: ProductRow[]; next?: string; total: number } };
          expect(body.total).toBe(12);
          found.push(...body.result);
          cursor = body.next;
        }
        expect(skusOf(found)).toEqual(skusOf(all));
      }
  });
});

test('lists the first of thousands with a common word at once, and tells about how many there are', async () => {
  const shop = await createOrganisation(server);
  const client = await createClient(server, await createUser(server, { node: shop }));
  await insertManyProducts(
    server,
    shop.orgId,
    3_000,
    (number) => `Crate ${number % 7 === 0 ? 'blue' : 'green'} ${number}`,
  );
  const { body } = await client.get(`${productsUrl}?search=crate&size=3`);
  expect(body.result.map(({ name }: ProductRow) => name)).toEqual([
    'Crate blue 0',
    'Crate blue 1001',
    'Crate blue 1008',
  ]);
  expect(body.totalIsEstimate).toBe(true);
  expect(body.total).toBeGreaterThan(2_000);
  expect(body.total).toBeLessThan(4_000);
  const few = (await client.get(`${productsUrl}?search=crate+blu&size=3&page=1`)).body;
  expect(few).toMatchObject({ total: 429, result: [{ name: 'Crate blue 1015' }, {}, {}] });
  expect(few.totalIsEstimate).toBeUndefined();
  const beyond = (await client.get(`${productsUrl}?search=crate+blu&size=100&page=9`)).body;
  expect([beyond.total, beyond.result]).toEqual([429, []]);
});
