import { randomInt } from 'node:crypto';

/** Letters and digits that nobody mistakes for one another when they type them off a screen. */
const signs = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const signsOfAGroup = 5;

/** For how many days a password that somebody was given is good. */
export const temporaryDays = 7;

/** A password to be given to somebody, which nobody can guess and which is typed once: about 98 bits in four groups. */
export function temporaryPassword(): string {
  const sign = () => signs[randomInt(signs.length)];
  return Array.from({ length: groups }, () => Array.from({ length: signsOfAGroup }, sign).join('')).join('-');
}
