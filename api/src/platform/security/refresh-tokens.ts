import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './keys.ts';

/** `generation` counts the renewals of the session. */
export type RefreshToken = { readonly sessionId: string; readonly generation: number };

/**
 * Self-contained refresh tokens: session id, generation and HMAC-SHA-256. Nothing is stored, the current token of a session can
 * be computed again, and a used token can be distinguished from a forged one.
 */
export type RefreshTokens = {
  readonly make: (token: RefreshToken) => string;
  /** Undefined if the signature is invalid. Whether the token is still valid is decided by the session's row. */
  readonly read: (text: string) => RefreshToken | undefined;
};

const idLength = 16;
const bodyLength = idLength + 4;
const tagLength = 32;

/** `previous` is the secret key before a rotation; tokens signed with it are still accepted. */
export function refreshTokens(secret: Uint8Array, previous?: Uint8Array): RefreshTokens {
  const keys = [secret, ...(previous ? [previous] : [])].map((key) => deriveKey(key, 'refresh-token'));
  const hmac = (key: Uint8Array, body: Uint8Array) => createHmac('sha256', key).update(body).digest();
  return {
    make({ sessionId, generation }) {
      const body = Buffer.alloc(bodyLength);
      body.write(sessionId.replaceAll('-', ''), 'hex');
      body.writeUInt32BE(generation, idLength);
      return Buffer.concat([body, hmac(keys[0]!, body)]).toString('base64url');
    },
    read(text) {
      const bytes = Buffer.from(text, 'base64url');
      if (bytes.length !== bodyLength + tagLength || bytes.toString('base64url') !== text) return undefined;
      const [body, signature] = [bytes.subarray(0, bodyLength), bytes.subarray(bodyLength)];
      if (!keys.some((key) => timingSafeEqual(hmac(key, body), signature))) return undefined;
      const sessionId = body
        .toString('hex', 0, idLength)
        .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
      return { sessionId, generation: body.readUInt32BE(idLength) };
    },
  };
}
