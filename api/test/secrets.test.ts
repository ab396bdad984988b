import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createOrganisation, createUser, hash, createClient } from './builders.ts';
import { createResetToken } from './recovery.ts';
import { secretScanner } from './secrets.ts';
import { startTestServer, resetTokenLookup, secretKey } from './server.ts';

const testServer = await startTestServer();
const result = secretScanner(secretKey, resetTokenLookup(testServer));

test('the secret scanner finds every kind of secret in responses and log lines', async () => {
  const org = await createOrganisation(testServer);
  const user = await createUser(testServer, { node: org });
  const { tokens } = await createClient(testServer, user);
  const reset = await createResetToken(testServer, user);
  for (const [secret, what] of [
    [await hash('Demo-portal-26'), 'the hash of a secret'],
    [Buffer.from(secretKey).toString('hex'), 'the secret key'],
    [Buffer.from(secretKey).toString('base64'), 'the secret key'],
    [tokens.refreshToken, 'a refresh token'],
    [reset, 'a reset token'],
    [`whsec_${randomBytes(32).toString('base64')}`, 'the secret of a webhook'],
  ] as const)
    for (const text of [secret, `{"result":{"user":{"note":"${secret}"}}}`])
      expect([what, await result({ text, path: '/user-management/users' })]).toEqual([what, what]);
  const requestBody = { oldPassword: 'Quiet-harbour-27' };
  expect(await result({ text: 'is "Quiet-harbour-27" yours?', requestBody })).toBe('a secret that was sent');
});

test('the secret scanner ignores invalid tokens and secrets that an endpoint is meant to return', async () => {
  const org = await createOrganisation(testServer);
  const user = await createUser(testServer, { node: org });
  const { tokens } = await createClient(testServer, user);
  const reset = await createResetToken(testServer, user);
  for (const [text, path] of [
    [randomBytes(32).toString('base64url'), '/user-management/users'],
    [user.id, '/user-management/users'],
    [tokens.refreshToken, '/user-management/login'],
    [reset, '/user-management/validate-email-id'],
  ] as const)
    expect(await result({ text, path })).toBeUndefined();
  expect(await result({ text: reset, path: '/user-management/login' })).toBe('a reset token');
});
