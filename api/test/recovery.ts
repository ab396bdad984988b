import { createHash, randomBytes } from 'node:crypto';
import { normalised } from '@storeward/contract/fields';
import { insert, type Person, type Place, secretWord } from './builders.ts';
import type { House } from './server.ts';

/** What a browser sends by itself with every request. */
export const asBrowser = { 'sec-fetch-site': 'same-origin' };

export const changedText = 'Your password has been changed successfully. You can now log in with your new password.';

/** The recovery doors of one portal, as the sign-in page goes through them. */
export function recovery(house: House, portal: Pick<Place, 'host' | 'domain'>) {
  const { host, domain: domainName } = portal;
  const send = (method: 'GET' | 'PUT' | 'POST', path: string, body?: unknown, headers: Record<string, string> = {}) =>
    house.ask({ method, url: `/user-management/${path}`, host, headers, body });
  return {
    begin: (emailId: unknown, more: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
      send('POST', 'validate-email-id', { emailId, domainName, ...more }, headers),
    byWord: (username: unknown, word: unknown = secretWord, more: Record<string, unknown> = {}) =>
      send('POST', 'validate-email-id', { username, domainName, secretWord: word, ...more }),
    mail: (flow: string, headers: Record<string, string> = {}) => send('PUT', `send-email/${flow}`, {}, headers),
    check: (token: string) => send('GET', `reset-password/validation/${token}`),
    reset: (token: string, password: unknown, confirmPassword: unknown = password) =>
      send('PUT', `reset-password/${token}`, { password, confirmPassword }),
    send,
  };
}

/** The address at which somebody of the tests is reached. */
export const mailOf = ({ userName }: Pick<Person, 'userName'>): string => `${userName}@mail.example`;

/** A reset link of somebody's, good for half an hour; answers its token. */
export async function aResetToken(
  house: House,
  person: Person,
  columns: Record<string, unknown> = {},
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  await house.rows('update reset_tokens set replaced_date = clock() where user_id = $1 and used_date is null', [
    person.id,
  ]);
  const [moment] = await house.rows(`select clock() as now, clock() + interval '30 minutes' as later`);
  await insert(house, 'reset_tokens', {
    org_id: person.at.orgId,
    user_id: person.id,
    token_hash: createHash('sha256').update(token).digest(),
    way: 'mail',
    created_date: moment!['now'],
    expires_date: moment!['later'],
    ...columns,
  });
  return token;
}

/** A recovery that somebody has begun with their address, by no browser; answers by which word it goes on. */
export async function aFlow(house: House, person: Person): Promise<string> {
  const flow = randomBytes(32).toString('base64url');
  const [moment] = await house.rows('select clock() as now');
  await insert(house, 'recovery_flows', {
    org_id: person.at.orgId,
    flow_hash: createHash('sha256').update(flow).digest(),
    email_norm: normalised(`${person.userName}@mail.example`),
    domain_name: person.at.domain,
    created_date: moment!['now'],
  });
  return flow;
}
