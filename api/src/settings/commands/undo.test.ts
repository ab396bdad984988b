import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createChain, outcomesOf, runOverride, ownValues, setIdle, undoOverride } from '../../../test/bulk.ts';
import type { ApiClient, TestNode } from '../../../test/builders.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
let company: TestNode;
let north: TestNode;
let south: TestNode;
let stores: TestNode[];
let admin: ApiClient;

beforeAll(async () => {
  // the import engine starts when the server listens
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});

beforeEach(async () => {
  ({ company, north, south, stores, admin } = await createChain(server));
});

describe('undoing a bulk override', () => {
  test('keeps nodes whose previous value is no longer allowed because an ancestor has locked or restricted the field', async () => {
    await setIdle(admin, company, '00:30:00');
    for (const store of [stores[0]!, stores[4]!]) await setIdle(admin, store, '01:00:00');
    await setIdle(admin, stores[5]!, '00:10:00');
    const run = await runOverride(admin, {
      sourceId: company.id,
      sections: ['nodeConfig'],
      action: 'push',
      nodeIds: stores.map(({ id }) => id),
    });
    await setIdle(admin, north, '00:30:00', 'locked');
    await setIdle(admin, south, '00:30:00', 'tighten');
    const reverted = await undoOverride(admin, run);
    // inheriting again and stricter values are always allowed
    expect([reverted.undone, reverted.kept]).toEqual([4, 2]);
    expect(await ownValues(admin, stores, 'autoLogoutDuration', 'nodeConfig')).toEqual(
      ['00:30:00', null, null, null].concat('00:30:00', '00:10:00'),
    );
    expect(await outcomesOf(admin, run)).toMatchObject({ S1: 'kept', S5: 'kept' });
  });
});
