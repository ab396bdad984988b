import type { ConnectionResult } from '@storeward/contract/settings/endpoints/connection-test';
import type { SafeFetch } from '../../platform/security/safe-fetch.ts';
import { basicCredentials } from './basic-credentials.ts';
import type { ConnectionValues } from './connection-values.ts';

/** The port of Splunk's REST API. */
const managementPort = '8089';

export const splunkTarget = ({ host = '', port }: ConnectionValues) => `${host}:${port || managementPort}`;

/** Lists one saved search of the app by Splunk's REST API. */
export async function testSplunk(
  values: ConnectionValues,
  httpClient: SafeFetch,
  signal: AbortSignal,
): Promise<ConnectionResult> {
  const { userName = '', password = '', appName } = values;
  // `-` stands for all apps
  const namespace = [userName, appName || '-'].map(encodeURIComponent).join('/');
  const url = `https://${splunkTarget(values)}/servicesNS/${namespace}/saved/searches?count=1&output_mode=json`;
  const { status, error } = await httpClient.request(url, {
    method: 'GET',
    headers: { authorization: basicCredentials(userName, password), accept: 'application/json' },
    signal,
  });
  if (error) return error;
  if (status === 200) return 'connected';
  if (status === 401 || status === 403) return 'wrongCredentials';
  if (status === 404) return 'appUnknown';
  return status !== null && status >= 300 && status < 400 ? 'redirected' : 'unexpectedAnswer';
}
