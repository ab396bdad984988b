import { createHash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { anOrganisation, aUser, type Person, platform, signedIn } from './builders.ts';
import { filledInOfAnOrganisation } from './doors.ts';
import { aWorker } from './mail-worker.ts';
import { mailOf, recovery } from './recovery.ts';
import { aServer, type House } from './server.ts';

const patience = { timeout: 20_000, interval: 50 };
const stateOf = `select sent_date is not null as sent, failed_date is not null as failed, sealed is null as wiped, last_error
   from mails where user_id = $1`;

describe('a mail with a link', () => {
  const worked = async (happen: (at: House, person: Person) => Promise<unknown>) => {
    const apart = await aServer();
    const place = await anOrganisation(apart);
    const person = await aUser(apart, { at: place });
    const doors = recovery(apart, place);
    await doors.mail((await doors.begin(mailOf(person))).body.result.userId);
    await happen(apart, person);
    const sent: string[] = [];
    const late = aWorker(apart, { send: async ({ text }) => void sent.push(text) });
    late.worker.start();
    const open = async () => apart.rows('select from mails where next_try is not null');
    await vi.waitFor(async () => expect(await open()).toEqual([]), patience);
    await late.end();
    return {
      sent,
      troubles: late.troubles,
      states: async () => (await apart.rows(stateOf, [person.id]))[0],
      rows: apart.rows,
    };
  };

  test.for([
    ['its time is over', (at: House) => at.clockAhead('31 minutes')],
    ['it was used', (at: House) => at.rows('update reset_tokens set used_date = clock()')],
    ['the address was changed', (at: House) => at.rows('update reset_tokens set replaced_date = clock()')],
  ] as const)('is never delivered once %s', async ([, happen]) => {
    const { sent, states, troubles } = await worked(happen);
    expect(sent).toEqual([]);
    expect(await states()).toMatchObject({
      sent: false,
      failed: true,
      wiped: true,
      last_error: 'link over',
    });
    expect(troubles).toEqual([{ mail: expect.any(String), kind: 'resetLink' }]);
  });

  test('is delivered a minute before its time is over, and one that took its place is delivered alone', async () => {
    expect((await worked((at) => at.clockAhead('29 minutes'))).sent).toHaveLength(1);
    const { sent, rows } = await worked(async (at, person) => {
      const doors = recovery(at, person.at);
      await doors.mail((await doors.begin(mailOf(person))).body.result.userId);
    });
    expect(sent).toHaveLength(1);
    const hash = createHash('sha256')
      .update(/resetPassword\/(\S+)/.exec(sent[0]!)![1]!)
      .digest();
    expect(await rows('select from reset_tokens where token_hash = $1 and replaced_date is null', [hash])).toHaveLength(
      1,
    );
  });

  test('is not delivered late where it is an invitation either', async () => {
    const apart = await aServer();
    const above = await signedIn(apart, await aUser(apart, { at: platform }));
    const administrator = { firstName: 'A', lastName: 'B', userName: 'ann', emailId: 'ann@mail.example' };
    const body = { ...filledInOfAnOrganisation(), nodeType: 'organization', administrator };
    expect((await above.post('/node-management/node', body)).status).toBe(200);
    await apart.clockAhead('7 days 1 minute');
    const sent: unknown[] = [];
    const { worker, end } = aWorker(apart, { send: async (letter) => void sent.push(letter) });
    worker.start();
    const open = async () => apart.rows(`select from mails where next_try is not null and kind = 'invitation'`);
    await vi.waitFor(async () => expect(await open()).toEqual([]), patience);
    await end();
    expect(sent).toEqual([]);
  });
});
