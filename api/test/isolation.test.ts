import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from './answer.ts';
import { anOrganisation, type Caller, signedIn } from './builders.ts';
import { filledInOfADevice } from './device-doors.ts';
import { doors, filledInOfAPlace, filledInOfOneself } from './doors.ts';
import { aPoint } from './uploads.ts';
import { ownSeeing } from './seeings.ts';
import { aServer } from './server.ts';
import { aBasketName } from './setting-doors.ts';
import { filledInOfAWebhook } from './webhooks.ts';
import {
  absent,
  aWorld,
  expected,
  foreignMarks,
  reaches,
  standsIn,
  type Target,
  type Who,
  type World,
} from './world.ts';

const house = await aServer({ recoveryMails: 1000 });
let world: World;
beforeAll(async () => {
  world = await aWorld(house);
});

/** One figure for all that is stored, but for the times at which people were last seen; worked out where it lies, in one question. */
async function stateOfEverything(): Promise<string> {
  const tables = await house.rows<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`,
  );
  const each = tables.map(
    ({ name }) =>
      `select '${name} ' || coalesce(md5(string_agg(kept, chr(10) order by kept)), '') as state
         from (select (to_jsonb(t) - 'last_active' - 'last_activity')::text as kept from ${name} t) rows`,
  );
  const [row] = await house.rows<{ all: string }>(
    `select string_agg(state, ',' order by state) as all from (${each.join(' union all ')}) tables`,
  );
  return row!.all;
}

const withId = doors.filter(({ endpoint }) => endpoint.path.includes('{id}'));

/** What some doors call by a name that means something else to others. */
const more: Readonly<Record<string, object>> = {
  'settings.rollback': { fields: ['displayName'] },
  'assignments.create': { roleId: absent, nodeId: absent, until: '2020-01-01T00:00:00Z' },
  'profiles.setFaceConsent': { agreed: true },
  'seeings.begin': { reason: 'finds no price list' },
  'userViews.update': { shared: false, query: {}, columns: [] },
  'webhooks.create': filledInOfAWebhook,
  'webhooks.update': filledInOfAWebhook,
};

/** What is asked for besides, by door. */
const asked: Readonly<Record<string, (id: string) => string>> = {
  'nodes.previewMove': (id) => `?parentId=${id}`,
  'settings.overrides': () => '?field=displayName',
  'assignments.explain': () => '?permission=VIEW_USER',
};

async function askAbout(
  { name, endpoint }: (typeof withId)[number],
  caller: Caller,
  id: string,
  key?: string,
): Promise<Answer> {
  const body = endpoint.file ? aPoint : endpoint.body ? { ...bodyFor(id), ...more[name] } : undefined;
  // a place below itself, and a version that is none: refused to whoever may do it, and nothing is lost
  const query = asked[name]?.(id) ?? '';
  const stale = name.endsWith('s.remove') ? { 'if-match': '"999"' } : {};
  return house.ask({
    method: endpoint.method,
    url:
      endpoint.path
        .replace('{id}', id)
        .replace('{section}', 'ebasketDisplay')
        .replace(/\{(changeId|assignmentId|webhookId|messageId)\}/g, absent) + query,
    host: caller.host,
    token: caller.token,
    body,
    headers: {
      ...stale,
      ...(key ? { 'idempotency-key': key } : {}),
      ...(endpoint.file ? { 'content-type': 'image/bmp' } : {}),
    },
  });
}

// what is already there, so that nobody's own contact changes
const contacts = new Map<string, object>();
const bodyFor = (id: string) => ({
  ...filledInOfADevice,
  ...filledInOfAPlace,
  ...filledInOfOneself({ userName: 'nobody' }),
  ...contacts.get(id),
  status: true,
  parentId: id,
  ...aBasketName,
  level: 'STORE',
  modules: [],
  at: '2026-01-01T00:00:00Z',
});

beforeAll(async () => {
  const rows = await house.rows<{ id: string; emailId: string; phoneNumber: string }>(
    `select id, email_id as "emailId", phone_number as "phoneNumber" from users`,
  );
  for (const { id, ...contact } of rows) contacts.set(id, { ...filledInOfOneself({ userName: 'x' }), ...contact });
  for (const { id, ...place } of await house.rows<{ id: string }>('select id, name, code, region from nodes'))
    contacts.set(id, place);
  for (const { id, ...organisation } of await house.rows<{ id: string }>(
    `select d.org_id as id, h.host as url, json_agg(json_build_object('domainName', d.domain_name, 'isDefault', d.is_default)) as domains
       from domains d join portal_hosts h on h.org_id = d.org_id group by d.org_id, h.host`,
  ))
    contacts.set(id, { ...contacts.get(id), ...organisation, country: 'GB', defaultLanguage: 'en' });
});

/** The letters of an answer and what stands around them, without the moment it was given. */
const lettersOf = ({ status, headers, text }: Answer) =>
  JSON.stringify([status, { ...headers, date: undefined }, text]);

/** Whoever goes through such a door ends sessions, perhaps those of everybody who asks here, or sees with other eyes from then on. */
const endsSessions = ({ name }: { name: string }) => name === 'openSessions.endAllOf' || name === 'seeings.begin';
const comeBack = async (who: Who, { name }: { name: string }) => {
  if (name === 'seeings.begin') await who.caller.delete(ownSeeing);
  else who.caller = await signedIn(house, who.person);
};

/** How many were asked in vain about another organisation, and about their own one beyond their own part of it. */
const inVain = { elsewhere: 0, beyond: 0 };
function count(who: Who, { person, place, sessionOf: owner }: Target): void {
  const at = place ?? (person ?? owner)?.at;
  if (!at || who.global) return;
  if (at.orgId !== who.person.at.orgId) inVain.elsewhere += 1;
  else if (!reaches(who, at)) inVain.beyond += 1;
}

describe.for(withId)('whoever asks $name about a record by its id', (door) => {
  test('gets what their own part of the tree and their rights allow, and for all else the very answer for a record that does not exist', async () => {
    const wrong: string[] = [];
    const allowed: [Who, Target][] = [];
    const refused: [Who, Target, number, Answer][] = [];
    for (const who of world.actors) {
      if (endsSessions(door)) await comeBack(who, door);
      const forNothing = await askAbout(door, who.caller, absent);
      for (const target of world.targets) {
        const status = expected(world, who, door.name, target);
        if (status === 200) allowed.push([who, target]);
        else refused.push([who, target, status, forNothing]);
      }
    }
    const before = await stateOfEverything();
    for (const [who, target, status, forNothing] of refused) {
      count(who, target);
      const answer = await askAbout(door, who.caller, target.id);
      const cell = `${who.name} about ${target.what}`;
      if (answer.status !== status) wrong.push(`${cell}: ${answer.status} instead of ${status}`);
      if (status === 404 && lettersOf(answer) !== lettersOf(forNothing))
        wrong.push(`${cell}: differs from the answer about nothing`);
      if (foreignMarks(world, who).some((mark) => answer.text.includes(mark)))
        wrong.push(`${cell}: tells of another organisation`);
    }
    if ((await stateOfEverything()) !== before) wrong.push('all were refused, and still something changed');
    for (const [who, target] of allowed) {
      if (endsSessions(door)) await comeBack(who, door);
      const answer = await askAbout(door, who.caller, target.id);
      if (answer.status !== 200) wrong.push(`${who.name} about ${target.what}: ${answer.status} instead of 200`);
      if (foreignMarks(world, who).some((mark) => answer.text.includes(mark)))
        wrong.push(`${who.name} about ${target.what}: tells of another organisation`);
    }
    if (endsSessions(door)) for (const who of world.actors) await comeBack(who, door);
    expect(wrong).toEqual([]);
    expect(refused.length + allowed.length).toBe(world.actors.length * world.targets.length);
  });

  test('gets no further by naming an organisation beside the id', async () => {
    for (const who of world.actors.filter(({ global }) => !global)) {
      for (const orgId of [world.acorn.root.id, world.beech.root.id, absent]) {
        const foreign = (who.person.at.orgId === world.acorn.root.id ? world.beech : world.acorn).people[3]!;
        const id = /^(nodes|settings|organisations|themes|webhooks)\./.test(door.name) ? foreign.at.id : foreign.id;
        const { method, path, file } = door.endpoint;
        const answer = await house.ask({
          method,
          url: `${path.replace('{id}', id)}?orgId=${orgId}`,
          host: who.caller.host,
          token: who.caller.token,
          ...(file
            ? { body: aPoint, headers: { 'content-type': 'image/bmp' } }
            : method === 'GET'
              ? {}
              : { body: { ...bodyFor(id), orgId, org_id: orgId } }),
        });
        expect([400, 403, 404]).toContain(answer.status);
        expect(answer.text).not.toMatch(foreignMarks(world, who)[0]!);
      }
    }
  });
});

test('thousands ask in vain, about other organisations and about what lies beyond their own part', () => {
  if (process.env['ISOLATION_TOLD']) console.log(`in vain: ${JSON.stringify(inVain)}`);
  expect(inVain).toEqual({ elsewhere: expect.toSatisfy(enough), beyond: expect.toSatisfy(enough) });
});
const enough = (times: number) => times >= 10_000;

test('a kept answer of one person is nobody else’s, even under the same key', async () => {
  const [above, below] = [world.actors[0]!, world.actors[5]!];
  const person = world.acorn.people.find(({ at }) => standsIn(at, below.area!))!;
  const door = withId.find(({ name }) => name === 'users.update')!;
  const first = await askAbout(door, above.caller, person.id, 'one-and-the-same-key');
  const outsider = await askAbout(
    door,
    world.actors.find(({ name }) => name === 'the other organisation')!.caller,
    person.id,
    'one-and-the-same-key',
  );
  expect([first.status, outsider.status]).toEqual([200, 404]);
});

test('a global user acts in the organisation of the record they name, and the audit is written there', async () => {
  const { caller, person: me } = world.actors.find(({ global }) => global)!;
  const person = world.beech.people[5]!;
  const answer = await caller.put(`/user-management/users/${person.id}`, {
    ...bodyFor(person.id),
    lastName: 'Renamed from above',
  });
  expect([answer.status, answer.body.result.lastName]).toEqual([200, 'Renamed from above']);
  expect(answer.body.result).not.toHaveProperty('permissions');
  const rows = await house.rows(
    `select org_id, actor_id from audit where entity_id = $1 and after ->> 'lastName' = 'Renamed from above'`,
    [person.id],
  );
  expect(rows).toEqual([{ org_id: world.beech.root.id, actor_id: me.id }]);
  await expect(anOrganisation(house, { word: 'acorn' })).rejects.toThrow(/organisation\.codeTaken/);
});
