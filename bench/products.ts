import { pageParams } from '@storeward/contract/paging';
import pg from 'pg';
import { listProducts } from '../api/src/products/queries.ts';
import { productFilter } from '../api/src/products/service.ts';
import { client, load } from './load.ts';
import { type Bench, measureAlternately, optionsFor, type Row, tokenOf } from './rows.ts';
import { type Statement, statementsOf, wholeScope } from './statements.ts';

const concurrency = 16;
const searchCount = 200;

/** Product searches by words of the name in any order, as a picker sends them while the user types. */
export async function productRows(bench: Bench): Promise<Row[]> {
  const { port, ownerUrl, host, org, seconds } = bench;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const { rows: products } = await owner.query<{ name: string }>(
    `select name from products where org_id = $1 and deleted_date is null and name <> '' order by md5(id::text) limit $2`,
    [org.id, searchCount],
  );
  const { rows: counted } = await owner.query<{ count: string }>(
    `select count(*) from products where org_id = $1 and deleted_date is null`,
    [org.id],
  );
  await owner.end();
  const searches = products.map(({ name }, index) => searchFor(name.split(' '), index));
  const pathOf = (search: string) => `/product-management/products?size=10&search=${encodeURIComponent(search)}`;

  const headers = { authorization: `Bearer ${await tokenOf(bench)}` };
  const { send, close } = client(port, host);
  let sent = 0;
  const searchProduct = () => send({ path: pathOf(searches[(sent += 1) % searches.length]!), headers });
  const latency = await median(async () => (await load(searchProduct, { concurrency, seconds })).p95);

  const scope = wholeScope(org.id, org.path);
  const statements = await Promise.all(
    searches.map((search) =>
      statementsOf(async (db) => {
        const page = pageParams({ size: 10, search }, 'name:asc');
        const filter = productFilter({ search });
        await listProducts(db, scope, filter, page);
      }),
    ),
  );
  const pool = new pg.Pool({ connectionString: ownerUrl, max: concurrency, options: optionsFor(org) });
  const run = ({ text, values }: Statement, index: number) =>
    pool.query({ name: `p${index}`, text, values: values as unknown[] });
  const searchDatabase = () => Promise.all(statements[(sent += 1) % statements.length]!.map(run));
  const rates = await measureAlternately(
    async () => (await load(searchProduct, { concurrency, seconds })).perSecond,
    async () => (await load(searchDatabase, { concurrency, seconds })).perSecond,
  );
  await pool.end();
  close();
  const work = `search ${Number(counted[0]!.count).toLocaleString('en')} products by words, 16 at once`;
  return [
    { work: `${work}, p95`, figure: latency, baseline: 30, unit: 'ms', budget: 1, note: 'at most' },
    { work, ...rates, unit: '/s', budget: 0.4 },
  ];
}

/** The text typed to find a product of six words: two or three of them, last first, and at times only their beginnings. */
function searchFor(words: readonly string[], index: number): string {
  const [style = '', colour = '', material = '', thing = '', purpose = ''] = words;
  const beginning = (word: string) => word.slice(0, 3);
  const searches = [
    [thing, colour],
    [thing, material, style],
    [beginning(thing), purpose],
    [thing, beginning(style), beginning(material)],
    [thing],
  ];
  return searches[index % searches.length]!.join(' ');
}

async function median(measure: () => Promise<number>): Promise<number> {
  const figures: number[] = [];
  for (let round = 0; round < 3; round += 1) figures.push(await measure());
  return figures.sort((a, b) => a - b)[1]!;
}
