import { isIP } from 'node:net';
import * as z from 'zod';
import { parseKey } from '../security/keys.ts';

/** A schema of the text of a variable; its description ends the error message "NAME must be …". */
export type VariableType<T> = z.ZodType<T, string>;

export const integerBetween = (min: number, max: number): VariableType<number> =>
  z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max))
    .describe(`a whole number from ${min} to ${max}`);

export const oneOf = <const T extends string>(...choices: T[]): VariableType<T> =>
  z
    .string()
    .pipe(z.enum(choices))
    .describe(`one of ${choices.join(', ')}`);

export const onOffFlag: VariableType<boolean> = z
  .stringbool({ truthy: ['on'], falsy: ['off'], case: 'sensitive' })
  .describe('on or off');

export const textLine: VariableType<string> = z
  .string()
  .max(256)
  .regex(/^\P{Cc}*$/u)
  .describe('at most 256 characters in one line');

export const bearerToken: VariableType<string> = z
  .string()
  .regex(/^[\w.~+/-]{16,256}=*$/)
  .describe('at least 16 letters, digits and characters of -._~+/');

export const commitId: VariableType<string> = z
  .string()
  .regex(/^[0-9a-f]{7,64}$/)
  .describe('the id of a commit');

// hosts are compared as browsers send them, without the dot of the root domain
const dnsName = z.hostname().regex(/[^.]$/);

export const hostName: VariableType<string> = z
  .union([dnsName, z.string().refine((text) => isIP(text) > 0)])
  .transform((text) => text.toLowerCase())
  .describe('a host name or an address, without a port');

export const hostNames: VariableType<string[]> = listOf(dnsName).describe(
  'host names, separated by commas, without ports',
);

export const hostPairs: VariableType<ReadonlyMap<string, string>> = listOf(z.string())
  .transform((pairs) => pairs.map((pair) => pair.split('=')))
  .pipe(z.array(z.tuple([dnsName, dnsName])))
  .refine((pairs) => new Set(pairs.map(([name]) => name)).size === pairs.length)
  .transform((pairs) => new Map(pairs))
  .describe('pairs of host names like new.example.com=old.example.com, separated by commas, each new one once');

export const localeName: VariableType<string> = z
  .string()
  .regex(/^[a-z]{2,3}-/i)
  .transform((text) => canonicalLocale(text))
  .pipe(z.string())
  .describe('a language with its country, like en-GB or en-US');

export const ipNetworks: VariableType<string[]> = listOf(
  z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]),
).describe('addresses or networks like 10.0.0.0/8, separated by commas');

const webUrl = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text));

export const webOrigin: VariableType<string> = webUrl
  .refine((url) => url.href === `${url.origin}/`)
  .transform((url) => url.origin)
  .describe('an address like https://portal.example.com, without a path');

export const baseUrl: VariableType<string> = webUrl
  .refine((url) => !url.search && !url.hash && !url.username)
  .transform((url) => url.href.replace(/(?<!\/)\/+$/, ''))
  .describe('an address like https://api.example.com');

export const webAddress: VariableType<string> = webUrl
  .transform((url) => url.href)
  .describe('an address like https://audit.example.com/records');

/** A path only: session cookies are bound to their host, so the API must be on the same host. */
export const pathOnHost: VariableType<string> = z
  .string()
  .regex(/^\/(?!\/)[\w.~/-]*$/)
  .refine((text) => URL.parse(text, 'http://localhost')?.pathname === text)
  .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
  .describe(
    'a path on the portal’s own host like /api, since a session is bound by cookies to the host it began on (docs/decisions/0015)',
  );

export const databaseAddress: VariableType<string> = z
  .url({ protocol: /^postgres(ql)?$/ })
  .describe('an address like postgresql://user:password@host:5432/database');

export const smtpUrl: VariableType<string> = z
  .url({ protocol: /^smtps?$/, hostname: /./ })
  .describe('an address like smtp://user:password@host:587');

export const mailSender: VariableType<string> = z
  .string()
  .regex(/^(?:[^\p{Cc}<>"]{1,100} <[^\s@<>",;]+@[^\s@<>",;]+>|[^\s@<>",;]+@[^\s@<>",;]+)$/u)
  .describe('an address like no-reply@example.com, or one with a name like Storeward <no-reply@example.com>');

export const secretKey: VariableType<Uint8Array> = z
  .string()
  .transform(parseKey)
  .pipe(z.instanceof(Uint8Array))
  .describe('32 random bytes, as 64 hexadecimal characters or as base64 (made by: openssl rand -hex 32)');

/** Items separated by commas, in lower case. */
function listOf(item: z.ZodType<string, string>) {
  return z
    .string()
    .transform((text) => text.split(',').map((part) => part.trim().toLowerCase()))
    .pipe(z.array(item));
}

function canonicalLocale(text: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}
