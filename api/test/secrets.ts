import { createHash } from 'node:crypto';
import { refreshTokens } from '../src/platform/refresh-tokens.ts';

/** A text in which secrets are looked for, and what came with the request that it answers. */
export type Told = {
  readonly text: string;
  /** The address that was asked: some hand out a secret, and that one alone. */
  readonly path?: string;
  /** What was sent, which no answer repeats where it was secret. */
  readonly sent?: unknown;
};

const handOutSessions = ['/user-management/login', '/user-management/refresh-token'];
// the outbox is the mailbox itself: it is there where mails go nowhere else
const handsOutResets = (path: string) => path === '/user-management/validate-email-id' || path.startsWith('/dev/mail');
/** A webhook's secret is told where it is made, and nowhere else. */
const handsOutHooks = (path: string) => /\/webhooks(\/[^/]+\/secret)?$/.test(path);
const secretFields = ['password', 'oldPassword', 'newPassword', 'confirmPassword', 'secretWord'];

/**
 * Looks through everything that an installation tells anybody, answers and log alike, for what it must keep to itself.
 * Of reset tokens the database knows the hashes alone, so it is asked whether a long word is one of them.
 */
export function secretsOf(key: Uint8Array, isResetToken: (hashes: readonly Buffer[]) => Promise<boolean>) {
  const { read } = refreshTokens(key);
  const keys = (['hex', 'base64', 'base64url'] as const).map((encoding) => Buffer.from(key).toString(encoding));
  /** Names the first secret in a text; nothing where there is none. */
  return async ({ text, path = '', sent }: Told): Promise<string | undefined> => {
    if (text.includes('$argon2')) return 'the hash of a secret';
    if (keys.some((written) => text.includes(written))) return 'the secret key';
    if (!handsOutHooks(path) && /whsec_[\w+/]{40}/.test(text)) return 'the secret of a webhook';
    const words = text.match(/[\w-]{43,}/g) ?? [];
    if (!handOutSessions.includes(path) && words.some((word) => read(word))) return 'a refresh token';
    const hashes = words.filter((word) => word.length === 43).map((word) => createHash('sha256').update(word).digest());
    if (!handsOutResets(path) && hashes.length > 0 && (await isResetToken(hashes))) return 'a reset token';
    if (secretsSent(sent).some((secret) => text.includes(secret))) return 'a secret that was sent';
    return undefined;
  };
}

/** What was sent as a secret and could not stand in an answer by chance. */
function secretsSent(sent: unknown): string[] {
  if (typeof sent !== 'object' || sent === null) return [];
  return secretFields
    .map((field) => (sent as Record<string, unknown>)[field])
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length >= 10 && /[^a-z]/i.test(value));
}
