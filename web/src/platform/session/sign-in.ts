import { auth } from './auth.ts';
import { currentSession, signedOutState, setSession } from './auth-state.ts';
import { clearSession } from './session-end.ts';

/** Signs in. The credentials are sent in base64; `mustChange` means that a new password has to be chosen first. */
export async function signIn(userName: string, password: string): Promise<'signedIn' | 'mustChange'> {
  const credentials = { username: base64(userName), password: base64(password), domainName: base64(location.host) };
  await auth.login(credentials);
  return currentSession().mustChange ? 'mustChange' : 'signedIn';
}

/** Clears the session on this device without notifying the server. */
export function resetSession(): void {
  clearSession();
  setSession(signedOutState);
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
