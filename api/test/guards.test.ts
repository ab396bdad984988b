import type { Endpoint } from '@storeward/contract/endpoint';
import { beforeAll, describe, expect, test } from 'vitest';
import { anOrganisation, aUser, everyRight, type Person, type Place, platform, signedIn } from './builders.ts';
import { type Door, fromAbove, guarded, readySample, rightFor } from './doors.ts';
import { aServer } from './server.ts';

/** One name that one door asks for, and the door as it would be if it were forgotten. */
type Guard = { readonly door: Door; readonly missing: readonly string[]; readonly forgotten: Endpoint['allow'] };

const guards = guarded.flatMap((door): Guard[] => {
  const { wants } = door;
  if (!wants) return [];
  if (wants.mode === 'any') return [{ door, missing: wants.names, forgotten: 'signedIn' }];
  return wants.names.map((name) => {
    const others = wants.names.filter((other) => other !== name);
    return { door, missing: [name], forgotten: others.length > 0 ? { all: others } : 'signedIn' };
  });
});

const house = await aServer({ recoveryMails: 1000, addressTries: 1_000_000, signInTries: 1000 });
let org: Place;
let colleague: Person;
beforeAll(async () => {
  org = await anOrganisation(house);
  colleague = await aUser(house, { at: org, rights: [] });
});

/** Does something while a door has forgotten a right that it asks for. */
async function forgetting<T>({ door: { endpoint }, forgotten }: Guard, work: () => Promise<T>): Promise<T> {
  const { allow } = endpoint;
  Object.assign(endpoint, { allow: forgotten });
  try {
    return await work();
  } finally {
    Object.assign(endpoint, { allow });
  }
}

describe.for(guards.map((guard) => [guard.door.name, guard.missing.join(' or '), guard] as const))(
  'the door %s that asks for %s',
  ([, , guard]) => {
    test('is kept shut by that alone: once it is forgotten, whoever lacks it is no longer refused for it', async () => {
      const { door, missing } = guard;
      const at = fromAbove.includes(door.name) ? platform : org;
      const lacking = missing.map((name) => rightFor(name as Parameters<typeof rightFor>[0]));
      const caller = await signedIn(
        house,
        await aUser(house, { at, rights: everyRight.filter((right) => !lacking.includes(right)) }),
      );
      const ask = async () =>
        house.ask({ ...(await readySample(house, door, colleague, caller)), host: at.host, token: caller.token });
      expect((await ask()).body.messageCode).toBe('access.denied');
      const { status, body } = await forgetting(guard, ask);
      expect([status, body?.messageCode]).not.toEqual([403, 'access.denied']);
    });
  },
);

test('there are a hundred such guards and more', () => expect(guards.length).toBeGreaterThanOrEqual(100));
