import { isIP } from 'node:net';
import { parseKey } from './security/keys.ts';

/** Returns undefined for invalid text. */
export type Parser<T> = (text: string) => T | undefined;

/** A parser, and the end of the error message "NAME must be …". */
export interface ValueType<T> {
  parse: Parser<T>;
  expectation: string;
}

export function integerBetween(min: number, max: number): ValueType<number> {
  return {
    expectation: `a whole number from ${min} to ${max}`,
    parse(text) {
      const value = /^\d{1,10}$/.test(text) ? Number(text) : -1;
      return value >= min && value <= max ? value : undefined;
    },
  };
}

export function oneOf<const T extends string>(...choices: T[]): ValueType<T> {
  return { expectation: `one of ${choices.join(', ')}`, parse: (text) => choices.find((choice) => choice === text) };
}

export const onOffFlag: ValueType<boolean> = {
  expectation: 'on or off',
  parse: (text) => (text === 'on' || text === 'off' ? text === 'on' : undefined),
};

export const textLine: ValueType<string> = {
  expectation: 'at most 256 characters in one line',
  parse: (text) => (text.length <= 256 && !/\p{Cc}/u.test(text) ? text : undefined),
};

export const hostName: ValueType<string> = {
  expectation: 'a host name or an address, without a port',
  parse: (text) => (isHostName(text) || isIP(text) ? text.toLowerCase() : undefined),
};

export const hostNames = listOf('host names, separated by commas, without ports', isHostName);

export const hostPairs: ValueType<ReadonlyMap<string, string>> = {
  expectation: 'pairs of host names like new.example.com=old.example.com, separated by commas, each new one once',
  parse(text) {
    const pairs = text.split(',').map((pair) => pair.trim().toLowerCase().split('='));
    if (!pairs.every((pair) => pair.length === 2 && pair.every(isHostName))) return undefined;
    const map = new Map(pairs as [string, string][]);
    return map.size === pairs.length ? map : undefined;
  },
};

export const localeName: ValueType<string> = {
  expectation: 'a language with its country, like en-GB or en-US',
  parse(text) {
    try {
      return /^[a-z]{2,3}-/i.test(text) ? Intl.getCanonicalLocales(text)[0] : undefined;
    } catch {
      return undefined;
    }
  },
};

export const ipNetworks = listOf('addresses or networks like 10.0.0.0/8, separated by commas', (item) => {
  const [address = '', bits, ...more] = item.split('/');
  const width = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return more.length === 0 && (bits === undefined ? width > 0 : /^\d{1,3}$/.test(bits) && Number(bits) <= width);
});

export const webOrigin: ValueType<string> = {
  expectation: 'an address like https://portal.example.com, without a path',
  parse(text) {
    const url = parseUrl(text, ['http:', 'https:']);
    return url && url.href === `${url.origin}/` ? url.origin : undefined;
  },
};

export const baseUrl: ValueType<string> = {
  expectation: 'an address like https://api.example.com',
  parse(text) {
    const url = parseUrl(text, ['http:', 'https:']);
    return url && !url.search && !url.hash && !url.username ? url.href.replace(/\/+$/, '') : undefined;
  },
};

/** A path only: session cookies are bound to their host, so the API must be on the same host. */
export const pathOnHost: ValueType<string> = {
  expectation:
    'a path on the portal’s own host like /api, since a session is bound by cookies to the host it began on (docs/decisions/0015)',
  parse(text) {
    if (!/^\/(?!\/)[\w.~/-]*$/.test(text)) return undefined;
    const { pathname } = new URL(text, 'http://localhost');
    return pathname === text ? text.replace(/\/+$/, '') : undefined;
  },
};

export const databaseAddress: ValueType<string> = {
  expectation: 'an address like postgresql://user:password@host:5432/database',
  parse: (text) => (parseUrl(text, ['postgres:', 'postgresql:']) ? text : undefined),
};

export const smtpUrl: ValueType<string> = {
  expectation: 'an address like smtp://user:password@host:587',
  parse: (text) => (parseUrl(text, ['smtp:', 'smtps:'])?.hostname ? text : undefined),
};

export const mailSender: ValueType<string> = {
  expectation: 'an address like no-reply@example.com, or one with a name like Storeward <no-reply@example.com>',
  parse: (text) =>
    /^(?:[^\p{Cc}<>"]{1,100} <[^\s@<>",;]+@[^\s@<>",;]+>|[^\s@<>",;]+@[^\s@<>",;]+)$/u.test(text) ? text : undefined,
};

export const secretKey: ValueType<Uint8Array> = {
  expectation: '32 random bytes, as 64 hexadecimal characters or as base64 (made by: openssl rand -hex 32)',
  parse: parseKey,
};

function parseUrl(text: string, protocols: string[]): URL | undefined {
  const url = URL.parse(text);
  return url && protocols.includes(url.protocol) ? url : undefined;
}

function isHostName(text: string): boolean {
  return text.length <= 253 && text.split('.').every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label));
}

function listOf(expectation: string, isValid: (item: string) => boolean): ValueType<string[]> {
  return {
    expectation,
    parse(text) {
      const items = text.split(',').map((item) => item.trim().toLowerCase());
      return items.every(isValid) ? items : undefined;
    },
  };
}
