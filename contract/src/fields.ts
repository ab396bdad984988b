import * as z from 'zod/mini';

/** A text of one line with nothing but its length to mind; spaces around it are cut. */
export const text = (longest: number) =>
  z
    .string('field.required')
    .check(z.trim(), z.maxLength(longest, 'field.tooLong'), z.regex(/^\P{Cc}*$/u, 'field.invalidCharacter'));

/** A text of one line that may not be left out. */
export const requiredText = (longest: number) => text(longest).check(z.minLength(1, 'field.required'));

/** The signs a user name may have: letters, digits and . _ - + @. */
export const userNameSigns = /^[\p{L}\p{N}._\-+@]*$/u;

/** The name somebody signs in with: letters, digits and . _ - + @, up to 64 of them. */
export const UserName = z
  .string('field.required')
  .check(
    z.minLength(1, 'field.required'),
    z.maxLength(64, 'field.tooLong'),
    z.regex(userNameSigns, 'field.invalidCharacter'),
  );

/** What an address for mail looks like. */
export const emailShape = /^[^\s@,;:<>()[\]\\"]+@[^\s@.,;:<>()[\]\\"]+(\.[^\s@.,;:<>()[\]\\"]+)+$/u;

/** An address that mail can be sent to. */
export const Email = z
  .string('field.emailRequired')
  .check(
    z.trim(),
    z.minLength(1, { error: 'field.emailRequired', abort: true }),
    z.maxLength(254, 'field.tooLong'),
    z.regex(emailShape, 'field.email'),
  );

/** The host in an address as people paste it: without scheme, port, path and closing dot, in small Latin letters. */
function hostIn(address: string): string {
  const host = address
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/, '')
    .replace(/\.(?=:\d+$|$)/, '');
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}

/** The name of a host, such as shop.example.com; an address is taken too, and cut down to its host. */
export const HostName = z
  .string('field.required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'field.required', abort: true }),
    z.overwrite(hostIn),
    z.maxLength(253, 'field.tooLong'),
    z.regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/, 'field.host'),
  );

/** A phone number with its country code, or nothing. */
export const PhoneNumber = z.string().check(z.trim(), z.regex(/^(\+[1-9][\d\s().-]{5,24}\d)?$/, 'field.phone'));

/** A day in the calendar, YYYY-MM-DD. */
export const CalendarDate = z.iso.date('field.invalid');

/** The day somebody was born on: in living memory, and not to come. */
export const BirthDate = CalendarDate.check(
  z.refine((day) => day >= '1900-01-01', { error: 'field.invalid', abort: true }),
  z.refine((day) => day < new Date().toISOString().slice(0, 10), 'field.pastDate'),
);

/** The shortest secret that anybody may choose to sign in or to recover with. */
export const secretMinimum = 6;

/** A word that leads back to a forgotten password; spaces around it are cut, letter case counts. */
export const SecretWord = z
  .string('field.required')
  .check(
    z.trim(),
    z.minLength(secretMinimum, 'field.secretWordTooShort'),
    z.maxLength(128, 'field.tooLong'),
    z.regex(/^\P{Cc}*$/u, 'field.invalidCharacter'),
  );

/** A number of four to six digits for the tills. */
export const Pin = z.string('field.required').check(z.regex(/^\d{4,6}$/, 'field.pin'));

/** A moment, ISO 8601 in UTC. */
export const Moment = z.string();

/** What every record tells of itself: who made it and when, who changed it last and when, and which version it is. */
export const recordFields = {
  createdDate: Moment,
  createdBy: z.nullable(z.string()),
  updatedDate: Moment,
  updatedBy: z.nullable(z.string()),
  version: z.int(),
};

/** Letters that are no accented form of another, yet are looked for by it. */
const folded: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

/** The form of a text that searching and sorting use: lower case, Latin letters without accents, one space between words. */
export const normalised = (value: string): string =>
  value
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .replace(/[łøđðıßæœþ]/g, (letter) => folded[letter] ?? letter)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();

/** The address of a picture on the portal's own origin, or null where there is none. */
export const ImageAddress = z.nullable(
  z.string().check(z.maxLength(2048, 'field.tooLong'), z.regex(/^\/(?![/\\])\S+$/, 'field.invalid')),
);
