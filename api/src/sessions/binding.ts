import { createHash, randomBytes } from 'node:crypto';

/** A secret for a cookie that nobody can guess. */
export const newCookie = (): string => randomBytes(32).toString('base64url');

/** What a session knows of the cookie of its browser; nobody gets from it to the cookie. */
export const bindingOf = (cookie: string): Buffer => createHash('sha256').update(cookie).digest();
