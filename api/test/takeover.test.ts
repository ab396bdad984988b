import { expect, test } from 'vitest';
import { applyDueEmail } from './email-worker.ts';
import { emailLinks } from './pending-emails.ts';
import { emailOf } from './recovery.ts';
import { startTestServer } from './server.ts';
import { signIn } from './builders.ts';
import { attack, createTakeoverFixture, credentialsOf, levelPairs } from './takeover-walk.ts';

// all pairs in the proofs, a fixed sample of them in the tests: every level attacks and is attacked
const all = process.env['TAKEOVER_PAIRS'] === 'all';
const pairs = all ? levelPairs : levelPairs.filter((_, index) => index % 8 === 0 || index % 9 === 1);

const server = await startTestServer({ addressTries: 1_000_000, recoveryMails: 1_000_000, resetGuesses: 1_000_000 });
const fixture = await createTakeoverFixture(server);

test.each(pairs)(
  'a user at level %s cannot become one at level %s by any change, although reading every mailbox they named',
  async (...pair) => {
    await server.advanceClock('0');
    const victim = await attack(fixture, pair);
    const untouched = { hasForeignWord: false, isOwnAddress: true };
    expect(await credentialsOf(fixture, victim)).toMatchObject(untouched);
    const signedIn = await signIn(server, { userName: victim.userName, host: victim.host });
    expect(signedIn.status).toBe(200);
    // the owner has a week to object after the confirmation
    await server.advanceClock('6 days');
    await applyDueEmail(server);
    const { isPending } = await credentialsOf(fixture, victim);
    const links = emailLinks(server, victim);
    if (isPending) expect((await links.use(await links.mailedTo(emailOf(victim)), 'object')).status).toBe(200);
    await server.advanceClock('60 days');
    await applyDueEmail(server);
    expect(await credentialsOf(fixture, victim)).toMatchObject({ ...untouched, isPending: false });
  },
);

test('the attacks reach the users that they may: an entered address is pending for the levels below', async () => {
  await server.advanceClock('0');
  const victim = await attack(fixture, ['ORGANIZATION', 'STORE']);
  expect(await credentialsOf(fixture, victim)).toMatchObject({ isPending: true });
});
