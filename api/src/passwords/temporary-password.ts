import { randomInt } from 'node:crypto';

/** Letters and digits without those easily confused, such as `l` and `1`. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const groupCount = 4;
const groupLength = 5;

/** Lifetime in days of a temporary password. */
export const temporaryDays = 7;

/** A random password of four groups of five characters, about 99 bits. */
export function temporaryPassword(): string {
  const character = () => alphabet[randomInt(alphabet.length)];
  return Array.from({ length: groupCount }, () => Array.from({ length: groupLength }, character).join('')).join('-');
}
