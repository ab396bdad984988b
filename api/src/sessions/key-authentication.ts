import type { ErrorCode } from '@storeward/contract/errors';
import type { Actor, Origin } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { ApiError, ensure } from '../platform/errors.ts';
import type { Admission } from '../platform/http/admission/admission.ts';
import { visitorTurn } from '../platform/http/admission/turns.ts';
import type { VerifiedToken } from '../platform/http/pipeline/context.ts';
import { plainAddress } from '../platform/network.ts';
import type { RequestRate } from '../platform/request-rate.ts';
import { parseApiKey } from '../platform/security/api-keys.ts';
import type { ClientToken } from '../platform/security/tokens.ts';
import { openApiKey, type Opened, openedOf } from './opening-queries.ts';

export type KeyDependencies = {
  readonly admission: Admission;
  /** Limits the requests of each service account. */
  readonly rate: RequestRate;
};

type Account = Pick<VerifiedToken, 'userId' | 'orgId'>;

/** Opens an API key in the transaction and sets its scope; throws `apiKey.*`. */
export type OpenKey = (db: Db, token: Pick<VerifiedToken, 'apiKey' | 'expiresAt'>, origin: Origin) => Promise<Actor>;

const maxKnownKeys = 10_000;

/**
 * Verifies API keys. Only a key that this process has accepted before takes the turns of its organisation: the first request
 * with it waits with the visitors, since anybody may send a well-formed key. What it may do is decided anew for each request.
 */
export function keyVerifier({ admission, rate }: KeyDependencies, openKey: OpenKey) {
  const knownKeys = new Map<string, Account>();

  return { verifyKey, verifyClient };

  async function verifyKey(text: string, origin: Origin): Promise<Omit<VerifiedToken, 'cachedActor'>> {
    const apiKey = parseApiKey(text);
    ensure(apiKey, 'apiKey.malformed');
    const token = { expiresAt: 'infinity', apiKey };
    const name = apiKey.hash.toString('base64');
    const account = knownKeys.get(name) ?? (await identify());
    knownKeys.set(name, account);
    if (knownKeys.size > maxKnownKeys) knownKeys.delete(knownKeys.keys().next().value!);
    limitRate(rate, account);
    return { ...account, sessionId: account.userId, ...token };

    async function identify(): Promise<Account> {
      const actor = await admission(visitorTurn(origin)).transaction((db) => openKey(db, token, origin));
      return { userId: actor.userId, orgId: actor.homeOrgId };
    }
  }

  /** The same for an access token that a key was exchanged for. */
  function verifyClient({ accountId: userId, orgId, clientId, expiresAt }: ClientToken) {
    limitRate(rate, { userId });
    return { userId, orgId, sessionId: userId, expiresAt, apiKey: { prefix: clientId, hash: null } };
  }
}

/** Counts a request of a service account; throws `apiKey.tooMany` if there were too many within a minute. */
function limitRate(rate: RequestRate, { userId }: Pick<Account, 'userId'>): void {
  const retryAfter = rate.take(userId);
  if (retryAfter > 0) throw new ApiError('apiKey.tooMany', { retryAfter });
}

/** Opens the key of a token; the JSON of the actor is left out if `knownStamp` is still right. Throws `apiKey.*`. */
export async function readKey(
  db: Db,
  { apiKey, expiresAt }: Pick<VerifiedToken, 'apiKey' | 'expiresAt'>,
  { apiKey: organisationKey, address }: Origin,
  { host, requestHost, knownStamp }: { host: string | null; requestHost: string; knownStamp: string | null },
): Promise<Opened> {
  const opened = await openApiKey(db, {
    ...apiKey!,
    ends: expiresAt,
    host,
    requestHost,
    knownStamp,
    organisationKey: organisationKey ?? null,
    address: plainAddress(address),
  });
  if (opened.startsWith('!')) throw new ApiError(opened.slice(1) as ErrorCode);
  return openedOf(opened);
}
