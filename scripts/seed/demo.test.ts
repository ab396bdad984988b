import { normalised } from '@storeward/contract/fields';
import { fullNameOf } from '@storeward/contract/full-names';
import { searchText } from '@storeward/contract/search';
import { permissionsOf } from '@storeward/contract/modules';
import { defaultTheme, Theme } from '@storeward/contract/settings/sections/theme';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAccounts, demoPassword, seedDemo } from './demo.ts';
import { send, cheapHashing, count, type Scratch, scratchServer } from './scratch-server.ts';

let server: Scratch;
let demo: string;

beforeAll(async () => {
  server = await scratchServer();
  demo = await server.database('demo');
  await seedDemo(demo, cheapHashing);
});

afterAll(() => server.end());

const below = (code: string) => `nodes s join nodes top on top.org_id = s.org_id and top.code = '${code}'
  and s.tpath > top.tpath and starts_with(s.tpath, top.tpath)`;

test('has two organisations and the platform organisation', async () => {
  const rows = await send(
    demo,
    `select name || ' ' || node_type as response from nodes where parent_id is null order by 1`,
  );
  expect(rows.map(({ response }) => response)).toEqual([
    'Bramble Toys ORGANIZATION',
    'Global GLOBAL',
    'Kestrel Sports ORGANIZATION',
  ]);
  expect(await count(demo, 'organisations')).toBe(3);
  expect(await count(demo, `audit where action = 'organisation.created'`)).toBe(3);
});

test('has six stores in the United Kingdom, one of them disabled', async () => {
  const stores = await send<{ name: string; status: boolean }>(
    demo,
    `select s.name, s.status from ${below('UK')} where s.node_type = 'STORE'`,
  );
  expect(stores).toHaveLength(6);
  expect(stores.filter(({ status }) => !status)).toEqual([{ name: 'Southampton Above Bar', status: false }]);
  expect(await count(demo, `${below('UK')} where s.node_type = 'SUB_STORE_GROUP'`)).toBe(1);
});

test('has three restricted regions: China, rest of the world, and both', async () => {
  const rows = await send(
    demo,
    `select name || ' ' || array_to_string(region, ' ') as response from nodes where region <> '{}' order by 1`,
  );
  expect(rows.map(({ response }) => response)).toEqual([
    'East China CHINA',
    'North REST_OF_WORLD',
    'South CHINA REST_OF_WORLD',
  ]);
});

test('has the 1,565 real American stores under 52 states, each with its number as code and its address', async () => {
  expect(await count(demo, `${below('US')} where s.node_type = 'STORE'`)).toBe(1565);
  expect(await count(demo, `${below('US')} where s.node_type = 'TRADING_REGION' and s.code ~ '^US-[A-Z]{2}$'`)).toBe(
    52,
  );
  expect(
    await count(
      demo,
      `${below('US')} where s.node_type = 'STORE' and (s.code !~ '^[0-9]+$' or s.street is null or s.post_code is null)`,
    ),
  ).toBe(0);
  const [mall] = await send(
    demo,
    `select concat_ws(', ', s.name, s.street, s.city, s.state, s.post_code, s.time_zone, g.name, r.name) as response
       from nodes s join nodes g on g.id = s.parent_id join nodes r on r.id = g.parent_id where s.code = '1000'`,
  );
  expect(mall?.response).toBe(
    'Mall of America, 340 W Market, Bloomington, MN, 55425, America/Chicago, Bloomington, Minnesota',
  );
});

test('has twelve stores of Bramble Toys under one company', async () => {
  expect(await count(demo, `${below('BRAMBLE')} where s.node_type = 'COMPANY'`)).toBe(1);
  expect(await count(demo, `${below('BRAMBLE')} where s.node_type = 'STORE'`)).toBe(12);
});

test('has sixty sports products of Kestrel Sports, and the 4,070 real ones of Bramble Toys as published', async () => {
  const ofOrganisation = (code: string) =>
    `products p join organisations o on o.org_id = p.org_id where o.code = '${code}'`;
  expect(await count(demo, ofOrganisation('KESTREL'))).toBe(60);
  for (const tag of ['Shirts', 'Shorts', 'Names', 'Numbers'])
    expect(await count(demo, `${ofOrganisation('KESTREL')} and '${tag}' = any(p.tags)`)).toBeGreaterThan(5);
  expect(await count(demo, ofOrganisation('BRAMBLE'))).toBe(4070);
  expect(await count(demo, `${ofOrganisation('BRAMBLE')} and p.name = ''`)).toBe(112);
  const doubles = `(select from products q where q.org_id = p.org_id and q.sku_norm = p.sku_norm and q.sku <> p.sku)`;
  expect(await count(demo, `${ofOrganisation('BRAMBLE')} and exists ${doubles}`)).toBe(224);
  const [mirror] = await send(demo, `select name || ', ' || price as response from products where sku = '21228'`);
  expect(mirror?.response).toBe('POCKET MIRROR "GLAMOROUS", 1.250');
});

test('has the documented host names and domains, one of each marked as default', async () => {
  const hosts = await send(
    demo,
    `select host || case when is_url then ' *' else '' end as response from portal_hosts order by 1`,
  );
  expect(hosts.map(({ response }) => response)).toEqual([
    'bramble.localhost *',
    'kestrel-sports.cn',
    'kestrel.localhost *',
    'x.cnet.com',
  ]);
  const domains = await send(
    demo,
    `select domain_name || case when is_default then ' *' else '' end as response from domains order by 1`,
  );
  expect(domains.map(({ response }) => response)).toEqual([
    'brambletoys.com *',
    'kestrel.example',
    'kestrelsports.com *',
  ]);
});

test.each(demoAccounts)('has $userName of $node with the shared password and secret word', async (account) => {
  const { userName, domain, node } = account;
  const [user, ...otherUsers] = await send<Record<string, string> & { manual_password: boolean }>(
    demo,
    `select u.*, n.name as "nodeName", (select count(*) from assignments a where a.user_id = u.id and a.node_id = u.node_id and a.position = 0) as roles
       from users u join nodes n on n.id = u.node_id where u.user_name = $1 and u.domain_name = $2`,
    [userName, domain],
  );
  expect(otherUsers).toEqual([]);
  expect(user?.email_id).toBe(`${userName}@${domain || 'storeward.example'}`);
  expect(user?.nodeName).toBe(userName === 'global.admin' ? 'Global' : node.split(',')[0]);
  expect(user?.roles).toBe('1');
  expect(user?.manual_password).toBe(userName !== 'new.user');
  expect(await cheapHashing.verify(demoPassword, user?.password_hash)).toBe(true);
  expect(await cheapHashing.verify('bluebird', user?.secret_word_hash)).toBe(true);
});

test('gives the group manager an additional role as manager of one store', async () => {
  const assignments = await send(
    demo,
    `select n.name || ', ' || r.name as response from assignments a join users u on u.id = a.user_id
       join nodes n on n.id = a.node_id join roles r on r.id = a.role_id
      where u.user_name = 'group.manager' and u.domain_name = 'kestrelsports.com' order by a.position`,
  );
  expect(assignments.map(({ response }) => response)).toEqual([
    'Yorkshire, Group manager',
    'Leeds Briggate, Store manager',
  ]);
});

test('has about two hundred users with names in many scripts, some disabled, some who never signed in, none with a future date', async () => {
  const users = await count(demo, 'users');
  expect(users).toBeGreaterThan(190);
  expect(users).toBeLessThan(215);
  expect(await count(demo, 'users where not status')).toBeGreaterThan(5);
  expect(await count(demo, `users where last_active = '-infinity'`)).toBeGreaterThan(5);
  expect(await count(demo, `users where greatest(last_active, created_date) > '2026-11-20T23:59:59Z'`)).toBe(0);
  const names = (await send(demo, `select first_name || last_name as response from users`))
    .map(({ response }) => response)
    .join('');
  for (const script of ['Han', 'Arabic', 'Thai', 'Cyrillic', 'Hangul'])
    expect(names).toMatch(new RegExp(`\\p{Script=${script}}`, 'u'));
});

test('stores normalised search texts that equal those of the search', async () => {
  const users = await send<Record<string, string>>(demo, 'select * from users');
  for (const user of users) {
    const { first_name = '', last_name = '', email_id = '', user_name = '' } = user;
    expect(user.name_norm).toBe(normalised(fullNameOf({ firstName: first_name, lastName: last_name })));
    expect(user.search_text).toBe(searchText(first_name, last_name, email_id, user_name));
  }
  const nodes = await send<Record<string, string>>(demo, 'select name, code, search_text from nodes');
  for (const { name = '', code = '', search_text } of nodes) expect(search_text).toBe(searchText(name, code));
});

test('extends the path of the parent for every node and continues the label sequence of the database', async () => {
  expect(
    await count(
      demo,
      `nodes c join nodes p on p.id = c.parent_id where c.tpath !~ ('^' || replace(p.tpath, '.', '\\.') || '[0-9a-z]+\\.$')`,
    ),
  ).toBe(0);
  expect(await count(demo, `nodes where parent_id is null and tpath !~ '^[0-9a-z]+\\.$'`)).toBe(0);
  const [next] = await send(
    demo,
    `select exists (select from nodes where tpath like '%' || node_label(nextval('node_labels')) || '.') as response`,
  );
  expect(next?.response).toBe(false);
});

test('has four nodes below the root with their own settings', async () => {
  const rows = await send(
    demo,
    `select distinct n.code as response from nodes n join setting_values s on s.node_id = n.id where n.parent_id is not null`,
  );
  expect(rows).toHaveLength(4);
  const [name] = await send(
    demo,
    `select value as response from setting_values s join nodes n on n.id = s.node_id
    where n.code = 'KESTREL' and section = 'ebasketDisplay' and field = 'displayName'`,
  );
  expect(name?.response).toBe('Kestrel Basket');
});

test('gives Kestrel Sports a logo and images of the product, and Bramble Toys the default theme', async () => {
  const rows = await send<{ code: string; field: string; value: unknown }>(
    demo,
    `select n.code, s.field, s.value from setting_values s join nodes n on n.id = s.node_id
    where n.parent_id is null and s.section = 'theme'`,
  );
  expect([...new Set(rows.map(({ code }) => code))]).toEqual(['KESTREL']);
  const own = Object.fromEntries(rows.map(({ field, value }) => [field, value]));
  const { logoURL, logoURLPortrait, backgroundImage } = Theme.parse({ ...defaultTheme, ...own });
  expect(backgroundImage.status).toBe(true);
  for (const address of [logoURL, logoURLPortrait, backgroundImage.landscapeImage, backgroundImage.portraitImage])
    expect(readFileSync(new URL(`../../web/public${address}`, import.meta.url), 'utf8')).toMatch(/^<svg /);
});

test('gives no predefined role more permissions than the roles above it', async () => {
  const roles = await send<{ name: string; access_rights: string[] }>(
    demo,
    `select r.name, access_rights from roles r join organisations o using (org_id) where o.code in ('GLOBAL', 'BRAMBLE') order by r.id`,
  );
  expect(roles).toHaveLength(8);
  const sets = roles.map(({ access_rights }) => new Set(permissionsOf(access_rights)));
  for (const [index, rights] of sets.slice(1).entries())
    expect([...rights.difference(sets[index] ?? new Set())]).toEqual([]);
});
