import { expect, test } from 'vitest';
import { createOrganisation, createUser, signIn } from '../../../test/builders.ts';
import { createRecoveryClient, createResetToken } from '../../../test/recovery.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const org = await createOrganisation(server);
const next = 'Quiet-harbour-27';
const past = '2026-01-01T00:00:00Z';

test('guessing reset links is rate-limited for each organisation, and never blocks links that exist', async () => {
  const other = await createOrganisation(server);
  const recovery = createRecoveryClient(server, org);
  const token = await createResetToken(server, await createUser(server, { node: org }));
  const usedToken = await createResetToken(server, await createUser(server, { node: org }), { used_date: past });
  for (let count = 0; count < 20; count += 1)
    expect((await recovery.check(usedToken)).body.messageCode).toBe('recovery.linkUsed');
  for (let count = 0; count < 10; count += 1) {
    const response = count % 2 ? await recovery.check(`guess-${count}`) : await recovery.reset(`guess-${count}`, next);
    expect(response.body.messageCode).toBe('recovery.linkUnknown');
  }
  for (const response of [await recovery.check('guess'), await recovery.reset('guess', next)])
    expect([response.status, response.body.messageCode, response.headers['retry-after']]).toEqual([
      429,
      'recovery.tooManyGuesses',
      '600',
    ]);
  expect((await createRecoveryClient(server, other).check('guess')).body.messageCode).toBe('recovery.linkUnknown');
  expect((await recovery.check(usedToken)).body.messageCode).toBe('recovery.linkUsed');
  expect((await recovery.check(token)).status).toBe(200);
  expect((await recovery.reset(token, next)).status).toBe(200);
  await server.advanceClock('11 minutes');
  expect((await recovery.check('guess')).body.messageCode).toBe('recovery.linkUnknown');
});

test.each(['.', '=', '%3D', '%3E', ').', ',', '%22', '%E2%80%9D', '%0D%0A', '%20'])(
  'a reset link that a mail program or a person ended with %s still works',
  async (ending) => {
    const user = await createUser(server, { node: org });
    const token = await createResetToken(server, user);
    const url = `/user-management/reset-password/${token}${ending}`;
    const body = { password: next, confirmPassword: next };
    expect((await server.request({ url, host: org.host })).status).toBe(200);
    expect((await server.request({ method: 'PUT', url, host: org.host, body })).status).toBe(200);
    expect((await signIn(server, { ...user, secret: next })).status).toBe(200);
  },
);
