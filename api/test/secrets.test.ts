import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { anOrganisation, aUser, make, signedIn } from './builders.ts';
import { aResetToken } from './recovery.ts';
import { secretsOf } from './secrets.ts';
import { aServer, resetTokensOf, secretKey } from './server.ts';

const house = await aServer();
const found = secretsOf(secretKey, resetTokensOf(house));

test('no answer and no line of the log that any test ever gets tells a secret: whichever it is, it is noticed', async () => {
  const org = await anOrganisation(house);
  const person = await aUser(house, { at: org });
  const { tokens } = await signedIn(house, person);
  const reset = await aResetToken(house, person);
  for (const [secret, what] of [
    [await make('Demo-portal-26'), 'the hash of a secret'],
    [Buffer.from(secretKey).toString('hex'), 'the secret key'],
    [Buffer.from(secretKey).toString('base64'), 'the secret key'],
    [tokens.refreshToken, 'a refresh token'],
    [reset, 'a reset token'],
    [`whsec_${randomBytes(32).toString('base64')}`, 'the secret of a webhook'],
  ] as const)
    for (const text of [secret, `{"result":{"user":{"note":"${secret}"}}}`])
      expect([what, await found({ text, path: '/user-management/users' })]).toEqual([what, what]);
  const sent = { oldPassword: 'Quiet-harbour-27' };
  expect(await found({ text: 'is "Quiet-harbour-27" yours?', sent })).toBe('a secret that was sent');
});

test('what opens nothing is no secret, nor is what a door is there to hand out', async () => {
  const org = await anOrganisation(house);
  const person = await aUser(house, { at: org });
  const { tokens } = await signedIn(house, person);
  const reset = await aResetToken(house, person);
  for (const [text, path] of [
    [randomBytes(32).toString('base64url'), '/user-management/users'],
    [person.id, '/user-management/users'],
    [tokens.refreshToken, '/user-management/login'],
    [reset, '/user-management/validate-email-id'],
  ] as const)
    expect(await found({ text, path })).toBeUndefined();
  expect(await found({ text: reset, path: '/user-management/login' })).toBe('a reset token');
});
