import { auth } from './auth.ts';
import { currentSession, nobody, put } from './auth-state.ts';
import { forgetPerson } from './session-end.ts';

/** Signs somebody in by the name they typed; `mustChange` means that they choose a password before anything else. */
export async function signIn(userName: string, password: string): Promise<'signedIn' | 'mustChange'> {
  const credentials = { username: base64(userName), password: base64(password), domainName: base64(location.host) };
  await auth.login(credentials);
  return currentSession().mustChange ? 'mustChange' : 'signedIn';
}

/** Forgets whoever was signed in on this device, without a word to the server. */
export function drop(): void {
  forgetPerson();
  put(nobody);
}

function base64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''));
}
