import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, aUser, type Caller, type Person, platform, signedIn } from './builders.ts';
import { fromAbove, guarded, readySample } from './doors.ts';
import { aServer } from './server.ts';

const house = await aServer({ addressTries: 1_000_000 });
const secretive = /hash|secret|token|pin|key|password|sealed|path|norm|org_id|orgId|stamp|address/i;

let admin: Caller;
let above: Caller;
let about: Person;
let names: string[];

beforeAll(async () => {
  const org = await anOrganisation(house);
  admin = await signedIn(house, await aUser(house, { at: org }));
  above = await signedIn(house, await aUser(house, { at: platform }));
  about = await aUser(house, { at: org });
  const columns = await house.rows<{ name: string }>(
    `select distinct column_name as name from information_schema.columns where table_schema = 'public' order by 1`,
  );
  const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  names = [...new Set(columns.flatMap(({ name }) => [name, camel(name)]))].filter((name) => secretive.test(name));
});

const lists = guarded.filter(({ endpoint }) => endpoint.page);

describe.for(lists)('the list $name', (door) => {
  test('is not sorted by what it does not show, so that nothing is guessed letter by letter', async () => {
    const who = fromAbove.includes(door.name) ? above : admin;
    const { url } = await readySample(house, door, about, who);
    const asked = (words: string) => who.get(`${url}${url.includes('?') ? '&' : '?'}${words}`);
    expect((await asked('size=5')).status).toBe(200);
    for (const name of [...names, 'no.such', '__proto__']) {
      const words = `sort=${name}:asc`;
      expect([words, (await asked(words)).status]).toEqual([words, 400]);
    }
  });
});
