import { createHash } from 'node:crypto';
import { refreshTokens } from '../src/platform/security/refresh-tokens.ts';

/** A text to scan for secrets, with the request that it is the response to. */
export type ScannedText = {
  readonly text: string;
  /** The request's path: some endpoints return one kind of secret legitimately. */
  readonly path?: string;
  /** The request body, whose secrets no response may repeat. */
  readonly requestBody?: unknown;
};

const sessionPaths = ['/user-management/login', '/user-management/refresh-token'];
// /dev/mail shows the mails of an installation without a mail server
const returnsResetToken = (path: string) =>
  path === '/user-management/validate-email-id' || path.startsWith('/dev/mail');
const returnsWebhookSecret = (path: string) => /\/webhooks(\/[^/]+\/secret)?$/.test(path);
const returnsApiKey = (path: string) => /\/api-keys(\/[^/]+\/rotate)?$/.test(path);
const secretFields = ['password', 'oldPassword', 'newPassword', 'confirmPassword', 'secretWord'];

/**
 * Returns a function that finds secrets in responses and log output. The database has only hashes of reset tokens, so every
 * long word is hashed and looked up by `isResetToken`.
 */
export function secretScanner(key: Uint8Array, isResetToken: (hashes: readonly Buffer[]) => Promise<boolean>) {
  const { read } = refreshTokens(key);
  const keys = (['hex', 'base64', 'base64url'] as const).map((encoding) => Buffer.from(key).toString(encoding));
  /** Describes the first secret found; undefined if there is none. */
  return async ({ text, path = '', requestBody: sent }: ScannedText): Promise<string | undefined> => {
    if (text.includes('$argon2')) return 'the hash of a secret';
    if (keys.some((written) => text.includes(written))) return 'the secret key';
    if (!returnsWebhookSecret(path) && /whsec_[\w+/]{40}/.test(text)) return 'the secret of a webhook';
    if (!returnsApiKey(path) && /swd_[\dA-Za-z]{61}/.test(text)) return 'an API key';
    const candidates = text.match(/[\w-]{43,}/g) ?? [];
    if (!sessionPaths.includes(path) && candidates.some((candidate) => read(candidate))) return 'a refresh token';
    const hashes = candidates
      .filter((candidate) => candidate.length === 43)
      .map((candidate) => createHash('sha256').update(candidate).digest());
    if (!returnsResetToken(path) && hashes.length > 0 && (await isResetToken(hashes))) return 'a reset token';
    if (sentSecrets(sent).some((secret) => text.includes(secret))) return 'a secret that was sent';
    return undefined;
  };
}

/** The secrets of a request body that are long enough not to occur in a response by chance. */
function sentSecrets(requestBody: unknown): string[] {
  if (typeof requestBody !== 'object' || requestBody === null) return [];
  return secretFields
    .map((field) => (requestBody as Record<string, unknown>)[field])
    .filter((value) => typeof value === 'string')
    .filter((value) => value.length >= 10 && /[^a-z]/i.test(value));
}
