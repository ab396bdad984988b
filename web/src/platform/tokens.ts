import { type Tokens, accessTokenSeconds, claim, nodeClaimPrefix } from '@storeward/contract/sessions';
import { appSettings, rememberSettings } from './app-settings.ts';
import { seen } from './seen.ts';
import { forget, keep, kept } from './storage.ts';

/** What the tokens say of whoever is signed in. */
export type Claims = {
  userId: string;
  apiKey: string | undefined;
  /** The node at which the person stands, without the prefix that the token carries. */
  rootNodeId: string | undefined;
  /** The first of the person's roles, which is the one that acts. */
  roleId: string | undefined;
};

/** A difference between two clocks that is nobody's fault but the way's, in milliseconds. */
const tolerated = 2000;

let timed: { accessToken: string; until: number } | undefined;

/** The tokens of whoever is signed in; tokens past their time are removed and count as none. */
export function tokens(): Tokens | undefined {
  const found = kept<Tokens>('SESSION');
  if (!found) return undefined;
  if (leftOf(found) > 0) return found;
  forget('SESSION');
  return undefined;
}

/** Keeps the tokens of somebody who has just signed in or stayed on, and how far this device's clock is off. */
export function keepTokens(fresh: Tokens): void {
  const { from, until } = lifeOf(fresh);
  // From here on time is counted, not read from a clock: the device's may be hours off.
  timed = { accessToken: fresh.accessToken, until: performance.now() + until - from };
  const off = Date.now() - from;
  rememberSettings({ clockAhead: Math.abs(off) > tolerated ? off : undefined });
  keep('SESSION', fresh);
}

/** How many seconds the tokens have been in use; they are as old as this even when the device slept. */
export function tokenAge(held: Tokens): number {
  const { from, until } = lifeOf(held);
  const counted = until - from - leftOf(held);
  const read = Date.now() - from - clockAhead();
  return Math.max(counted, read) / 1000;
}

/** Who the portal is shown to: by the tokens' claims, or the person that it is seen as. It only steers what is shown, the server never trusts it. */
export function claimsOf(held: Pick<Tokens, 'idToken'>): Claims {
  const as = seen();
  if (!as) return ownClaimsOf(held);
  const { userId, roleId, rootNodeId } = as;
  return { ...ownClaimsOf(held), userId, roleId, rootNodeId: rootNodeId ?? undefined };
}

/** What the tokens say of whoever is signed in, whomever they see the portal as. */
export function ownClaimsOf({ idToken }: Pick<Tokens, 'idToken'>): Claims {
  const told = payload(idToken);
  const node = word(told[claim('rootNodeId')]);
  return {
    userId: word(told[claim('user_id')]) ?? '',
    apiKey: word(told[claim('apiKey')]),
    rootNodeId: node?.startsWith(nodeClaimPrefix) ? node.slice(nodeClaimPrefix.length) : node,
    roleId: firstOf(told[claim('roles')]),
  };
}

/** The session a token stands for, which stays the same through all renewals. */
export const sessionOf = ({ accessToken }: Tokens): string | undefined => word(payload(accessToken)['sid']);

/** Whose rights count with these tokens: the session, and the role and place by which it acts. */
export function actingOf(held: Tokens): string {
  const { roleId = '', rootNodeId = '' } = claimsOf(held);
  return [sessionOf(held) ?? '', roleId, rootNodeId].join(' ');
}

function leftOf(held: Tokens): number {
  if (timed?.accessToken !== held.accessToken) {
    const left = lifeOf(held).until + clockAhead() - Date.now();
    timed = { accessToken: held.accessToken, until: performance.now() + left };
  }
  return timed.until - performance.now();
}

const clockAhead = (): number => appSettings().clockAhead ?? 0;

function lifeOf({ accessToken }: Tokens): { from: number; until: number } {
  const { iat, exp } = payload(accessToken);
  const until = typeof exp === 'number' ? exp * 1000 : 0;
  return { from: typeof iat === 'number' ? iat * 1000 : until - accessTokenSeconds * 1000, until };
}

const word = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

function firstOf(list: unknown): string | undefined {
  try {
    const [first] = JSON.parse(word(list) ?? '[]') as unknown[];
    return word(first);
  } catch {
    return undefined;
  }
}

function payload(token: string): Record<string, unknown> {
  try {
    const part = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
