import type { ConnectionResult } from '@storeward/contract/settings/endpoints/connection-test';
import * as z from 'zod/mini';
import type { SafeFetch } from '../../platform/security/safe-fetch.ts';
import { basicCredentials } from './basic-credentials.ts';
import type { ConnectionValues } from './connection-values.ts';

const Token = z.object({ access_token: z.string().check(z.minLength(1)) });
/** RFC 6749, section 5.2. */
const TokenError = z.object({ error: z.string() });

/**
 * Requests an access token of a Salesforce B2C Commerce instance, and reads the site by the Shop API if site id and
 * version are given. The token is not used otherwise and expires by itself.
 */
export async function testSalesforce(
  values: ConnectionValues,
  httpClient: SafeFetch,
  signal: AbortSignal,
): Promise<ConnectionResult> {
  const { url = '', grantType = '', clientId = '', clientSecret = '', version, siteId } = values;
  const instance = url.replace(/(?<!\/)\/+$/, '');
  const client = `client_id=${encodeURIComponent(clientId)}`;
  const granted = await httpClient.request(`${instance}/dw/oauth2/access_token?${client}`, {
    method: 'POST',
    headers: {
      authorization: basicCredentials(encodeURIComponent(clientId), encodeURIComponent(clientSecret)),
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: grantType }).toString(),
    signal,
  });
  if (granted.error) return granted.error;
  const result = tokenResult(granted.status ?? 0, parsed(granted.body), grantType);
  if (result !== 'connected' || !version || !siteId) return result;

  const path = `/s/${encodeURIComponent(siteId)}/dw/shop/${encodeURIComponent(version)}/site`;
  const site = await httpClient.request(`${instance}${path}?${client}`, {
    method: 'GET',
    headers: { accept: 'application/json' },
    signal,
  });
  if (site.error) return site.error;
  if (site.status === 400 || site.status === 404) return 'siteUnknown';
  // a client may have a token without access to the description of the site
  return site.status === 200 || site.status === 401 || site.status === 403 ? 'connected' : 'unexpectedAnswer';
}

function tokenResult(status: number, body: unknown, grantType: string): ConnectionResult {
  if (status === 200) return Token.safeParse(body).success ? 'connected' : 'unexpectedAnswer';
  if (status >= 300 && status < 400) return 'redirected';
  const error = TokenError.safeParse(body).data?.error;
  if (error === 'unauthorized_client' || error === 'unsupported_grant_type') return 'grantRefused';
  if (status === 401 || error === 'invalid_client') return 'wrongCredentials';
  // the other grants need a user, a token or an assertion, which are not part of the settings; a server authenticates
  // the client first
  if (error && grantType !== 'client_credentials') return 'clientKnown';
  return 'unexpectedAnswer';
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
