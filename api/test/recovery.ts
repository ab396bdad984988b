import { createHash, randomBytes } from 'node:crypto';
import { normalised } from '@storeward/contract/fields';
import { insertRow, type TestUser, type TestNode, secretWord } from './builders.ts';
import type { TestServer } from './server.ts';

export const browserHeaders = { 'sec-fetch-site': 'same-origin' };

export const passwordChangedText =
  'Your password has been changed successfully. You can now log in with your new password.';

/** Client for the recovery endpoints of one portal. */
export function createRecoveryClient(testServer: TestServer, portal: Pick<TestNode, 'host' | 'domain'>) {
  const { host, domain: domainName } = portal;
  const send = (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown, headers: Record<string, string> = {}) =>
    testServer.request({ method, url: `/user-management/${path}`, host, headers, body });
  return {
    start: (emailId: unknown, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
      send('POST', 'validate-email-id', { emailId, domainName, ...more }, headers),
    startBySecretWord: (username: unknown, secretWordInput: unknown = secretWord, more: Record<string, unknown> = {}) =>
      send('POST', 'validate-email-id', { username, domainName, secretWord: secretWordInput, ...more }),
    sendMail: (flow: string, headers: Record<string, string> = {}) => send('PUT', `send-email/${flow}`, {}, headers),
    check: (token: string) => send('GET', `reset-password/validation/${token}`),
    reset: (token: string, password: unknown, confirmPassword: unknown = password) =>
      send('PUT', `reset-password/${token}`, { password, confirmPassword }),
    send,
  };
}

export const emailOf = ({ userName }: Pick<TestUser, 'userName'>): string => `${userName}@mail.example`;

/** Inserts a reset token, valid for 30 minutes, that replaces earlier ones; returns it. */
export async function createResetToken(
  testServer: TestServer,
  user: TestUser,
  columns: Record<string, unknown> = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await testServer.query('update reset_tokens set replaced_date = clock() where user_id = $1 and used_date is null', [
    user.id,
  ]);
  const [timestamps] = await testServer.query(`select clock() as now, clock() + interval '30 minutes' as later`);
  await insertRow(testServer, 'reset_tokens', {
    org_id: user.node.orgId,
    user_id: user.id,
    token_hash: createHash('sha256').update(token).digest(),
    way: 'mail',
    created_date: timestamps!['now'],
    expires_date: timestamps!['later'],
    ...columns,
  });
  return token;
}

/** Inserts a recovery flow by e-mail without a browser binding; returns its id. */
export async function createFlow(testServer: TestServer, user: TestUser): Promise<string> {
  const flow = randomBytes(32).toString('base64url');
  const [timestamps] = await testServer.query('select clock() as now');
  await insertRow(testServer, 'recovery_flows', {
    org_id: user.node.orgId,
    flow_hash: createHash('sha256').update(flow).digest(),
    email_norm: normalised(`${user.userName}@mail.example`),
    domain_name: user.node.domain,
    created_date: timestamps!['now'],
  });
  return flow;
}
