import { openSessions, webClientId } from '@storeward/contract/sessions';
import { ApiError, call } from '../api/api.ts';
import { handleSessionLost } from './session-end.ts';
import { storeTokens, tokens } from '../theme/tokens.ts';

let pending: Promise<void> | undefined;

/** Refreshes the tokens. Concurrent calls, also of other tabs, share one request. */
export function refreshTokens(): Promise<void> {
  pending ??= withLock(tokens()?.refreshToken).finally(() => {
    pending = undefined;
  });
  return pending;
}

async function withLock(usedToken: string | undefined): Promise<void> {
  if (!usedToken) return;
  await navigator.locks.request('storeward.renewal', () => exchangeToken(usedToken));
}

async function exchangeToken(usedToken: string): Promise<void> {
  const isCurrent = () => tokens()?.refreshToken === usedToken;
  if (!isCurrent()) return;
  try {
    const body = { clientId: webClientId, refreshToken: usedToken };
    const newTokens = await call(openSessions.refresh, { body }, { quiet: true });
    // If the user signed out meanwhile, the new tokens are dropped.
    if (isCurrent()) storeTokens(newTokens);
  } catch (error) {
    if (!(error instanceof ApiError && (error.status === 401 || error.status === 403))) throw error;
    if (isCurrent()) handleSessionLost();
  }
}
