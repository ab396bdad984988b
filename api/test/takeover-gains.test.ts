import { expect, test } from 'vitest';
import { createClient, createUser, withSecretWord } from './builders.ts';
import { createRecoveryClient, createResetToken } from './recovery.ts';
import { startTestServer } from './server.ts';
import { createGainsFixture, gains, leavings, managerRights, takeOver } from './takeover-gains.ts';

// all pairs in the proofs, a fixed sample of them in the tests: each thing left, and each gain
const all = process.env['TAKEOVER_PAIRS'] === 'all';
const [things, events] = [Object.keys(leavings), Object.keys(gains)];
const pairs = things
  .flatMap((thing, row) =>
    events.map((event, column) => ({ thing, event, kept: (column + row) % things.length === 0 })),
  )
  .filter(({ kept }) => all || kept)
  .map(({ thing, event }) => [thing, event] as const);

const server = await startTestServer({ addressTries: 1_000_000, recoveryMails: 1_000_000, resetGuesses: 1_000_000 });
const fixture = await createGainsFixture(server);
const createManager = async () =>
  createClient(server, await createUser(server, { node: fixture.store, rights: managerRights }));

test.each(pairs)('a manager who has left %s does not get into the account after %s', async (thing, event) => {
  await server.advanceClock('0');
  const manager = await createManager();
  const victim = await leavings[thing]!(fixture, manager);
  await gains[event]!(fixture, victim, manager);
  expect(await takeOver(fixture, victim)).toBe(false);
});

test.each(things)('without a change of access, %s leads into the account of the user of the store', async (thing) => {
  await server.advanceClock('0');
  const victim = await leavings[thing]!(fixture, await createManager());
  expect(await takeOver(fixture, victim)).toBe(true);
});

test('the first own password ends the secret word and PIN that others have chosen, and a later one keeps the own', async () => {
  await server.advanceClock('0');
  const secrets = { ...withSecretWord, pin_hash: withSecretWord.secret_word_hash };
  const recovery = createRecoveryClient(server, fixture.org);
  const outcome = async (manualPassword: boolean) => {
    const user = await createUser(server, { node: fixture.store, manual_password: manualPassword, ...secrets });
    expect((await recovery.reset(await createResetToken(server, user), 'Chosen-by-the-owner-26')).status).toBe(200);
    const [row] = await server.query('select secret_word_hash, pin_hash from users where id = $1', [user.id]);
    return [(await recovery.startBySecretWord(user.userName)).status, row];
  };
  expect(await outcome(false)).toEqual([400, { secret_word_hash: null, pin_hash: null }]);
  expect(await outcome(true)).toEqual([200, secrets]);
});
