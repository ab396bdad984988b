import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { aChain, endsOf, overridden, saidBy, setIdle, takenBack } from '../../test/bulk.ts';
import type { Caller, Place } from '../../test/builders.ts';
import { aServer } from '../../test/server.ts';

const house = await aServer();
let company: Place;
let north: Place;
let south: Place;
let stores: Place[];
let admin: Caller;

beforeAll(async () => {
  // the engine works while the server listens
  await house.server.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  ({ company, north, south, stores, admin } = await aChain(house));
});

describe('a bulk override that is taken back', () => {
  test('leaves alone where what stood before may stand no more, since a place above has locked or bound the field', async () => {
    await setIdle(admin, company, '00:30:00');
    for (const store of [stores[0]!, stores[4]!]) await setIdle(admin, store, '01:00:00');
    await setIdle(admin, stores[5]!, '00:10:00');
    const run = await overridden(admin, {
      sourceId: company.id,
      sections: ['nodeConfig'],
      action: 'push',
      nodeIds: stores.map(({ id }) => id),
    });
    await setIdle(admin, north, '00:30:00', 'locked');
    await setIdle(admin, south, '00:30:00', 'tighten');
    const back = await takenBack(admin, run);
    // to inherit again is always allowed, and so is what is stricter
    expect([back.undone, back.kept]).toEqual([4, 2]);
    expect(await saidBy(admin, stores, 'autoLogoutDuration', 'nodeConfig')).toEqual(
      ['00:30:00', null, null, null].concat('00:30:00', '00:10:00'),
    );
    expect(await endsOf(admin, run)).toMatchObject({ S1: 'kept', S5: 'kept' });
  });
});
