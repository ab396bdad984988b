import { beforeAll, expect, test } from 'vitest';
import { anOrganisation, aUser, everyRight, type Person, type Place, platform, signedIn } from './builders.ts';
import { type Door, doors, fromAbove, guarded, readySample } from './doors.ts';
import { aServer } from './server.ts';

const house = await aServer({ recoveryMails: 1000, addressTries: 1_000_000, signInTries: 1000 });
/** What every field that nobody asked for carries: sound as an id, a text and a word, and found again wherever it is stored. */
const poison = 'ffffffff-ffff-4fff-bfff-fffffffffffd';

let org: Place;
let colleague: Person;
let names: string[];

beforeAll(async () => {
  org = await anOrganisation(house);
  colleague = await aUser(house, { at: org, rights: [] });
  const columns = await house.rows<{ name: string }>(
    // any change may name the version that it starts from
    `select distinct column_name as name from information_schema.columns
      where table_schema = 'public' and column_name <> 'version' order by 1`,
  );
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  names = [
    ...new Set(columns.flatMap(({ name }) => [name, camel(name)])),
    'isAdmin',
    'admin',
    'role',
    'roles',
    'verified',
    'constructor',
    'prototype',
  ];
});

/** Where the poison lies by now, table by table. */
async function poisoned(): Promise<string[]> {
  const tables = await house.rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  );
  const each = tables.map(({ name }) => `select '${name}' as name from ${name} t where t::text like '%${poison}%'`);
  return (await house.rows<{ name: string }>(each.join(' union all '))).map(({ name }) => name);
}

/** The fields that a door does not ask for: those that reading its body leaves out; any other is read, or found wrong. */
const unaskedBy = ({ endpoint }: Door, body: object) =>
  Object.fromEntries(
    names
      .filter((name) => {
        const read = endpoint.body!.safeParse({ ...body, [name]: poison });
        return !(name in body) && read.success && !(name in (read.data as object));
      })
      .map((name) => [name, poison]),
  );

let sent = 0;
const taking = doors.filter(({ endpoint }) => endpoint.body);

test.for(taking)('the door $name stores nothing that it did not ask for', async (door) => {
  const at = fromAbove.includes(door.name) ? platform : org;
  const caller = guarded.includes(door)
    ? await signedIn(house, await aUser(house, { at, rights: everyRight }))
    : undefined;
  const sample = await readySample(house, door, colleague, caller);
  const unasked = unaskedBy(door, sample.body as object);
  sent += Object.keys(unasked).length;
  // as text, since an object of ours would lose what it may not be called
  const body = JSON.stringify({ ...(sample.body as object), ...unasked });
  const answer = await house.ask({
    ...sample,
    body,
    host: at.host,
    headers: { ...sample.headers, 'content-type': 'application/json' },
    ...(caller && { token: caller.token }),
  });
  if (caller) expect([door.name, answer.status, answer.text]).toEqual([door.name, 200, answer.text]);
  expect(answer.status).toBeLessThan(500);
  expect(answer.text).not.toContain(poison);
  expect(await poisoned()).toEqual([]);
});

test('that was tried with thousands of fields', () => {
  if (process.env['ISOLATION_TOLD']) console.log(`in vain: ${JSON.stringify({ fields: sent })}`);
  expect(sent).toBeGreaterThanOrEqual(5_000);
});
