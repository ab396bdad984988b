import { type Tokens, claim } from '@storeward/contract/sessions';
import { forget, keep, kept } from './storage.ts';

/** What the tokens say of whoever is signed in. */
export type Claims = { userId: string; apiKey: string | undefined; expires: number };

/** The tokens of whoever is signed in; tokens past their time are removed and count as none. */
export function tokens(): Tokens | undefined {
  const found = kept<Tokens>('SESSION');
  if (!found) return undefined;
  if (claimsOf(found).expires > Date.now()) return found;
  forget('SESSION');
  return undefined;
}

/** Keeps the tokens of somebody who has just signed in. */
export const keepTokens = (fresh: Tokens): void => keep('SESSION', fresh);

/** Reads the tokens' claims; they only steer what is shown, the server never trusts them. */
export function claimsOf({ accessToken, idToken }: Tokens): Claims {
  const told = payload(idToken);
  const expires = payload(accessToken)['exp'];
  return {
    userId: word(told[claim('user_id')]) ?? '',
    apiKey: word(told[claim('apiKey')]),
    expires: typeof expires === 'number' ? expires * 1000 : 0,
  };
}

const word = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);

function payload(token: string): Record<string, unknown> {
  try {
    const part = token.split('.')[1] ?? '';
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
  } catch {
    return {};
  }
}
