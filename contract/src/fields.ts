import * as z from 'zod/mini';
import { withoutInvisible } from './invisible-characters.ts';
import { isPhoneField, phoneCharacters, readPhoneNumber } from './phone-number.ts';

/**
 * A text of one line: no control characters, no line separators, no embeddings, overrides or isolates of the writing
 * direction (which display one text as another), and no unpaired surrogates (which are not characters and would be stored altered).
 */
const singleLinePattern = /^[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]*$/u;
const singleLine = z.regex(singleLinePattern, 'field.invalidCharacter');

/** Whether a text has at least one visible character: not only spaces, marks, format characters and blank fillers. */
const isVisible = (value: string): boolean => /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/u.test(value);

/** A text without its line breaks and tabs: each becomes a space, as in an address of several lines. */
export const onOneLine = (value: string): string =>
  value
    .split(/[\r\n\t\u2028\u2029]/)
    .map((line) => line.trim())
    .filter(Boolean)
    .join(' ');

const onLine = (schema: z.ZodMiniString<string>, maxLength: number) =>
  schema.check(
    z.trim(),
    z.normalize('NFC'),
    z.maxLength(maxLength, 'field.tooLong'),
    singleLine,
    z.refine((value) => value === '' || isVisible(value), 'field.invisible'),
  );

/**
 * A single-line text, trimmed and composed, since files and input methods decompose letters, and without invisible
 * characters that mean nothing. A text without any visible character is invalid unless it is empty.
 */
export const text = (maxLength: number) =>
  onLine(z.string('field.required').check(z.overwrite(withoutInvisible)), maxLength);

/** A text without the characters that have no visible form, which come along where codes are copied from pages and mails. */
export const visibleText = (value: string): string => value.replace(/\p{Default_Ignorable_Code_Point}+/gu, '');

/** A code, in which invisible characters are dropped: nobody sees what two codes would differ by. */
export const codeText = (maxLength: number) =>
  onLine(z.string('field.required').check(z.overwrite(visibleText)), maxLength).check(z.minLength(1, 'field.required'));

export const requiredText = (maxLength: number) => text(maxLength).check(z.minLength(1, 'field.required'));

/**
 * What mail programs make a link of: a scheme, `www.`, and a domain. As names have dots too (Dr.Smith/Jones), what follows
 * the dot is a usual ending, or in lower case a country's ending or the start of a path.
 */
const webAddress = [
  /:\/\/|\bwww\.|\b(?:mailto|tel|sms|javascript|data|https?|ftp):/iu,
  /[\p{L}\p{N}][.。．｡](?:com|net|org|info|biz|io|co|app|dev|xyz|online|site|website|web|shop|store|top|club|live|link|click|page|email|cloud|tech|mobi|icu|vip|zip|mov)(?![\p{L}\p{N}])/iu,
  /[\p{L}\p{N}]{2}[.。．｡][a-z]{2}(?![\p{L}\p{N}.])/u,
  /[\p{L}\p{N}][.。．｡][a-z]{2,}[/?#]/u,
];

/** A first or last name. Mails address users by it, so it must not contain a link. */
export const FirstOrLastName = requiredText(64).check(
  z.refine((name) => !webAddress.some((pattern) => pattern.test(name)), 'field.nameWithAddress'),
);

export const userNamePattern = /^[\p{L}\p{M}\p{N}._\-+@]*$/u;

/** What new user names consist of: some letters and marks have no visible form. */
const newUserNamePattern = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}._\-+@])*$/u;

/** What codes of nodes consist of. */
export const nodeCodePattern = /^[\p{L}\p{M}\p{N}._/-]*$/u;

/** The rules of fields that allow fewer characters than a text. */
const characterRules: ReadonlyMap<string, RegExp> = new Map([
  ['userName', newUserNamePattern],
  ['code', nodeCodePattern],
]);

/** The first character that the rule of a field refuses, such as “<” (U+003C). */
export function refusedCharacter(field: string, value: string): string | undefined {
  const isPhone = isPhoneField(field);
  const rule = isPhone ? phoneCharacters : (characterRules.get(field) ?? singleLinePattern);
  const character = [...(isPhone ? readPhoneNumber(value) : value.trim())].find((one) => !rule.test(one));
  if (character === undefined) return undefined;
  const code = `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;
  return isVisible(character) ? `“${character}” (${code})` : code;
}

/** A search text of a list, which can be stored with the list. */
export const SearchText = z
  .string()
  .check(z.maxLength(128, 'field.tooLong'), z.regex(/^[^\0\p{Cs}]*$/u, 'field.invalidCharacter'));

/** A user name: up to 64 letters with their marks, digits and . _ - + @. */
export const UserName = z.string('field.required').check(
  z.trim(),
  z.normalize('NFC'),
  z.minLength(1, 'field.required'),
  z.maxLength(64, 'field.tooLong'),
  z.regex(userNamePattern, 'field.invalidCharacter'),
  z.refine((value) => value === '' || isVisible(value), 'field.invisible'),
);

/** A user name without invisible characters, by which it would look like that of another user. Earlier ones can have some. */
export const NewUserName = UserName.check(
  z.refine((name) => !userNamePattern.test(name) || newUserNamePattern.test(name), 'field.invalidCharacter'),
);

export const emailPattern = /^(?!.*\p{C})[^\s@,;:<>()[\]\\"]+@[^\s@.,;:<>()[\]\\"]+(\.[^\s@.,;:<>()[\]\\"]+)+$/u;

export const Email = z
  .string('field.emailRequired')
  .check(
    z.trim(),
    z.minLength(1, { error: 'field.emailRequired', abort: true }),
    z.maxLength(254, 'field.tooLong'),
    z.regex(emailPattern, 'field.email'),
  );

const asciiLower = (value: string): string => value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * By which e-mail addresses are compared: ASCII letters in lower case, and the domain in punycode. Other letters differ, also
 * by their accents, since the mail server of the domain tells them apart.
 */
export function emailKey(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  const ascii = URL.canParse(`http://${domain}`) ? new URL(`http://${domain}`).hostname : domain;
  return `${asciiLower(address.slice(0, at).normalize('NFC'))}@${asciiLower(ascii)}`;
}

/** Extracts the host of a pasted URL: without scheme, port, path and trailing dot, in lower-case ASCII (punycode). */
function hostIn(address: string): string {
  const host = address
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .split(/[/?#]/, 1)[0]!
    .replace(/\.(?=:\d+$|$)/, '');
  return URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host;
}

/** A host name such as shop.example.com; a URL is reduced to its host. */
export const HostName = z
  .string('field.required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'field.required', abort: true }),
    z.overwrite(hostIn),
    z.maxLength(253, 'field.tooLong'),
    z.regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/, 'field.host'),
  );

/** An IPv4 address in dotted-decimal notation: four octets from 0 to 255 without leading zeros. */
export const IPv4 = z
  .string('field.ipAddress')
  .check(z.trim(), z.regex(/^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/, 'field.ipAddress'));

const networkSchema = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** An IP address, or a network in CIDR notation. */
export const IpNetwork = z.string('field.ipNetwork').check(
  z.trim(),
  z.maxLength(64, 'field.ipNetwork'),
  z.refine((value) => networkSchema.safeParse(value).success, 'field.ipNetwork'),
);

/** YYYY-MM-DD. */
export const CalendarDate = z.iso.date('field.invalid');

/** A date from 1900 to yesterday (UTC). */
export const BirthDate = CalendarDate.check(
  z.refine((day) => day >= '1900-01-01', { error: 'field.invalid', abort: true }),
  z.refine((day) => day < new Date().toISOString().slice(0, 10), 'field.pastDate'),
);

/** The minimum length of passwords and secret words. */
export const minSecretLength = 6;

/** A secret word for password recovery; trimmed, case-sensitive. */
export const SecretWord = z
  .string('field.required')
  .check(
    z.trim(),
    z.minLength(minSecretLength, 'field.secretWordTooShort'),
    z.maxLength(128, 'field.tooLong'),
    z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'field.invalidCharacter'),
  );

/** Four to six digits, for tills. */
export const Pin = z.string('field.required').check(z.regex(/^\d{4,6}$/, 'field.pin'));

/** ISO 8601 in UTC. */
export const Timestamp = z.string();

/** The metadata of every record. */
export const recordFields = {
  createdDate: Timestamp,
  createdBy: z.nullable(z.string()),
  updatedDate: Timestamp,
  updatedBy: z.nullable(z.string()),
  version: z.int(),
};

/** Latin letters that Unicode does not decompose, with the form they are searched by. */
const folded: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ð: 'd', ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' };

/** Normalises a text for search and sorting: lower case, without accents, single spaces. */
export const normalised = (value: string): string =>
  value
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]+/g, '')
    .toLowerCase()
    .replace(/[łøđðıßæœþ]/g, (letter) => folded[letter] ?? letter)
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .trim();

/** The same of a code, as codes are compared: scanned and pasted ones may have invisible characters. */
export const normalisedCode = (value: string): string => normalised(visibleText(value));

/** The path of an image on the portal's own origin, or null. */
export const ImageAddress = z.nullable(
  z.string().check(z.maxLength(2048, 'field.tooLong'), z.regex(/^\/(?![/\\])\S+$/, 'field.invalid')),
);
