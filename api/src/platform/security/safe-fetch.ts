import { Resolver } from 'node:dns/promises';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { ErrorCode } from '@storeward/contract/errors';
import ipaddr from 'ipaddr.js';

/** The HTTP status of the response, or the error if there is none. */
export type SafeFetchResult = {
  readonly status: number | null;
  readonly error: 'timeout' | 'noConnection' | 'unknownHost' | 'badCertificate' | 'privateAddress' | null;
  readonly durationMs: number;
};

/** Sends requests to URLs that users enter, protected against SSRF: never to addresses of private networks. */
export type SafeFetch = {
  /** The reason why a URL is rejected in advance; host names are also checked at each request, after DNS resolution. */
  readonly addressError: (address: string) => ErrorCode | undefined;
  /** Does not follow redirects, has a timeout of ten seconds, and ignores the response body. */
  readonly post: (address: string, headers: Readonly<Record<string, string>>, body: string) => Promise<SafeFetchResult>;
};

/** What is allowed besides public addresses: the operator's networks (CIDR), and loopback in development. */
export type SafeFetchOptions = { readonly networks: readonly string[]; readonly allowLoopback: boolean };

type ResolvedAddress = { readonly address: string; readonly family: 4 | 6 };

const timeoutMs = 10_000;
/** Bytes of the response body after which the connection is closed. */
const maxBodyBytes = 4096;

const localhostPattern = /(^|\.)localhost\.?$/;
const loopbackAddresses: readonly ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];
/** The part of IPv6 that is assigned to public addresses. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');

export function safeFetch({ networks, allowLoopback }: SafeFetchOptions): SafeFetch {
  const allowedNetworks = [...networks, ...(allowLoopback ? ['127.0.0.0/8', '::1/128'] : [])].map(parseNetwork);

  function isAllowed(text: string): boolean {
    if (isIP(text) === 0 || text.includes('%')) return false;
    const address = ipaddr.parse(text);
    if (allowedNetworks.some((network) => isWithin(address, network))) return true;
    // public are the addresses in no special-purpose network (IANA registries, RFC 6890)
    return address.range() === 'unicast' && (address.kind() === 'ipv4' || isWithin(address, globalUnicast));
  }

  /** Resolves a host at the time of the request, which protects against DNS rebinding. Throws if any address is not allowed. */
  async function resolveAllowed(host: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
    // localhost gets here only if loopback is allowed
    const found = localhostPattern.test(host) ? [...loopbackAddresses] : await resolveHost(host, signal);
    if (found.some(({ address }) => !isAllowed(address))) throw networkError('EPRIVATE');
    return found;
  }

  function addressError(address: string): ErrorCode | undefined {
    const { protocol, hostname } = new URL(address);
    const host = withoutBrackets(hostname);
    if (localhostPattern.test(host)) return allowLoopback ? undefined : 'field.privateAddress';
    if (protocol !== 'https:' && !allowLoopback) return 'field.webAddress';
    return isIP(host) !== 0 && !isAllowed(host) ? 'field.privateAddress' : undefined;
  }

  return {
    addressError,
    async post(address, headers, body) {
      const startedAt = performance.now();
      const durationMs = () => Math.round(performance.now() - startedAt);
      try {
        // IP literals are not resolved, so they are checked here
        if (addressError(address)) return { status: null, error: 'privateAddress', durationMs: durationMs() };
        const url = new URL(address);
        const host = withoutBrackets(url.hostname);
        // the total time limit, including DNS resolution
        const signal = AbortSignal.timeout(timeoutMs);
        const aborted = new Promise<never>((_, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        );
        const send = async () => {
          const resolved = isIP(host) === 0 ? await resolveAllowed(host, signal) : [];
          return postAndGetStatus(url, { headers, signal, lookup: pinnedLookup(resolved) }, body);
        };
        const status = await Promise.race([send(), aborted]);
        return { status, error: null, durationMs: durationMs() };
      } catch (error) {
        return { status: null, error: errorOf(error), durationMs: durationMs() };
      }
    },
  };
}

/** Resolves A and AAAA records by c-ares, which does not occupy libuv's thread pool. */
async function resolveHost(host: string, signal: AbortSignal): Promise<ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 });
  signal.addEventListener('abort', () => resolver.cancel());
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map((address): ResolvedAddress => ({ address, family: 4 })) : []),
    ...(six.status === 'fulfilled' ? six.value.map((address): ResolvedAddress => ({ address, family: 6 })) : []),
  ];
  if (found.length === 0) throw networkError('ENOTFOUND');
  return found;
}

/** A lookup function that connects to the checked addresses only. */
const pinnedLookup =
  (found: readonly ResolvedAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = found;
    if (!first) done(networkError('ENOTFOUND'), '');
    else if (options.all) done(null, [...found]);
    else done(null, first.address, first.family);
  };

function postAndGetStatus(url: URL, options: RequestOptions, body: string): Promise<number> {
  const sendRequest = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    const request = sendRequest(
      url,
      { ...options, method: 'POST', agent: false, maxHeaderSize: 16_384 },
      (response) => {
        resolve(response.statusCode ?? 0);
        let read = 0;
        response
          .on('error', () => undefined)
          .on('data', (chunk: Buffer) => {
            read += chunk.length;
            if (read > maxBodyBytes) response.destroy();
          });
      },
    );
    request
      .on('error', reject)
      // an unrequested protocol upgrade (101) counts as a response
      .on('upgrade', ({ statusCode }, socket) => {
        socket.destroy();
        resolve(statusCode ?? 0);
      })
      .on('close', () => reject(networkError('ECONNRESET')))
      .setHeader('content-length', Buffer.byteLength(body));
    request.end(body);
  });
}

const withoutBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '');
const networkError = (code: string) => Object.assign(new Error(code), { code });

function errorOf(error: unknown): NonNullable<SafeFetchResult['error']> {
  const { code = '', name } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError' || name === 'AbortError' || code === 'ETIMEDOUT') return 'timeout';
  if (code === 'EPRIVATE') return 'privateAddress';
  if (code === 'ENOTFOUND') return 'unknownHost';
  return /CERT|ERR_TLS|ERR_SSL|UNABLE_TO|EPROTO/.test(code) ? 'badCertificate' : 'noConnection';
}

type Network = ReturnType<typeof ipaddr.parseCIDR>;

const parseNetwork = (network: string): Network =>
  ipaddr.parseCIDR(network.includes('/') ? network : `${network}/${isIP(network) === 4 ? 32 : 128}`);

const isWithin = (address: Network[0], [start, bits]: Network): boolean =>
  address.kind() === start.kind() && address.match(start, bits);
