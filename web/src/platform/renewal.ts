import { openSessions, webClientId } from '@storeward/contract/sessions';
import { ApiError, call } from './api.ts';
import { loseSession } from './session-end.ts';
import { keepTokens, tokens } from './tokens.ts';

let running: Promise<void> | undefined;

/** Renews the tokens. However many tabs ask, one asks the server, and the others find what it has got. */
export function renew(): Promise<void> {
  running ??= alone(tokens()?.refreshToken).finally(() => {
    running = undefined;
  });
  return running;
}

async function alone(spent: string | undefined): Promise<void> {
  if (!spent) return;
  await navigator.locks.request('storeward.renewal', () => exchange(spent));
}

async function exchange(spent: string): Promise<void> {
  const stillHeld = () => tokens()?.refreshToken === spent;
  if (!stillHeld()) return;
  try {
    const body = { clientId: webClientId, refreshToken: spent };
    const fresh = await call(openSessions.refresh, { body }, { quiet: true });
    // Whoever has signed out in the meantime stays signed out.
    if (stillHeld()) keepTokens(fresh);
  } catch (fault) {
    if (!(fault instanceof ApiError && (fault.status === 401 || fault.status === 403))) throw fault;
    if (stillHeld()) loseSession();
  }
}
