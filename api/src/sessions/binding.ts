import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a cookie value, base64url. */
export const newCookieSecret = (): string => randomBytes(32).toString('base64url');

/** The SHA-256 hash by which a session row is bound to its browser's cookie. */
export const bindingOf = (cookie: string): Buffer => createHash('sha256').update(cookie).digest();
