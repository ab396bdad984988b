import { type Tokens, accessTokenSeconds, claim, nodeClaimPrefix } from '@storeward/contract/sessions';
import { appSettings, updateAppSettings } from '../app-settings.ts';
import { currentImpersonation } from '../session/impersonation-state.ts';
import { clearStored, writeStored, readStored } from '../storage.ts';

/** Claims of the id token. */
export type Claims = {
  userId: string;
  apiKey: string | undefined;
  /** The user's root node, without the prefix that the token carries. */
  rootNodeId: string | undefined;
  /** The user's first role, which is the acting one. */
  roleId: string | undefined;
};

/** Clock difference in milliseconds that is attributed to network latency. */
const clockTolerance = 2000;

let expiry: { accessToken: string; until: number } | undefined;

/** The stored tokens. Expired tokens are removed and count as none. */
export function tokens(): Tokens | undefined {
  const stored = readStored<Tokens>('SESSION');
  if (!stored) return undefined;
  if (remainingTime(stored) > 0) return stored;
  clearStored('SESSION');
  return undefined;
}

/** Stores new tokens, and how far the device's clock differs from the server's. */
export function storeTokens(newTokens: Tokens): void {
  const { from, until } = lifetimeOf(newTokens);
  // From here on a monotonic clock is used, because the device's clock may be hours off.
  expiry = { accessToken: newTokens.accessToken, until: performance.now() + until - from };
  const offset = Date.now() - from;
  updateAppSettings({ clockAhead: Math.abs(offset) > clockTolerance ? offset : undefined });
  writeStored('SESSION', newTokens);
}

/** Age of the tokens in seconds, including time in which the device slept. */
export function tokenAge(currentTokens: Tokens): number {
  const { from, until } = lifetimeOf(currentTokens);
  const elapsed = until - from - remainingTime(currentTokens);
  const elapsedByClock = Date.now() - from - clockAhead();
  return Math.max(elapsed, elapsedByClock) / 1000;
}

/**
 * The claims the portal displays: the impersonated user's, else the token's. For display only; the server checks access
 * itself.
 */
export function effectiveClaims(currentTokens: Pick<Tokens, 'idToken'>): Claims {
  const impersonation = currentImpersonation();
  if (!impersonation) return tokenClaims(currentTokens);
  const { userId, roleId, rootNodeId } = impersonation;
  return { ...tokenClaims(currentTokens), userId, roleId, rootNodeId: rootNodeId ?? undefined };
}

/** The claims of the signed-in user, also during impersonation. */
export function tokenClaims({ idToken }: Pick<Tokens, 'idToken'>): Claims {
  const claims = payload(idToken);
  const node = nonEmptyString(claims[claim('rootNodeId')]);
  return {
    userId: nonEmptyString(claims[claim('user_id')]) ?? '',
    apiKey: nonEmptyString(claims[claim('apiKey')]),
    rootNodeId: node?.startsWith(nodeClaimPrefix) ? node.slice(nodeClaimPrefix.length) : node,
    roleId: firstItem(claims[claim('roles')]),
  };
}

/** The session id, which stays the same when tokens are refreshed. */
export const sessionIdOf = ({ accessToken }: Tokens): string | undefined => nonEmptyString(payload(accessToken)['sid']);

/** Identifies whose permissions apply: the session with its acting role and node. */
export function actingKey(currentTokens: Tokens): string {
  const { roleId = '', rootNodeId = '' } = effectiveClaims(currentTokens);
  return [sessionIdOf(currentTokens) ?? '', roleId, rootNodeId].join(' ');
}

function remainingTime(currentTokens: Tokens): number {
  if (expiry?.accessToken !== currentTokens.accessToken) {
    const remaining = lifetimeOf(currentTokens).until + clockAhead() - Date.now();
    expiry = { accessToken: currentTokens.accessToken, until: performance.now() + remaining };
  }
  return expiry.until - performance.now();
}

const clockAhead = (): number => appSettings().clockAhead ?? 0;

function lifetimeOf({ accessToken }: Tokens): { from: number; until: number } {
  const { iat, exp } = payload(accessToken);
  const until = typeof exp === 'number' ? exp * 1000 : 0;
  return { from: typeof iat === 'number' ? iat * 1000 : until - accessTokenSeconds * 1000, until };
}

const nonEmptyString = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

function firstItem(list: unknown): string | undefined {
  try {
    const [first] = JSON.parse(nonEmptyString(list) ?? '[]') as unknown[];
    return nonEmptyString(first);
  } catch {
    return undefined;
  }
}

function payload(token: string): Record<string, unknown> {
  try {
    const part = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
      character.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
