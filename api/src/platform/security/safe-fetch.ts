import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { ErrorCode } from '@storeward/contract/errors';
import {
  addressGuard,
  type AddressGuardOptions,
  connectionFailure,
  type ConnectionFailure,
  hostOf,
  networkError,
  type ResolvedAddress,
} from './address-guard.ts';

/** The HTTP status of the response, or the error if there is none. */
export type SafeFetchResult = {
  readonly status: number | null;
  readonly error: ConnectionFailure | null;
  readonly durationMs: number;
};

export type SafeRequest = {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Ends the request before its time limit. */
  readonly signal?: AbortSignal;
};

/** Sends requests to URLs that users enter, protected against SSRF: never to addresses of private networks. */
export type SafeFetch = {
  /** The reason why a URL is rejected in advance; host names are also checked at each request, after DNS resolution. */
  readonly addressError: (address: string) => ErrorCode | undefined;
  /**
   * Does not follow redirects, has a timeout, and reads only the start of the response body: `start` is
   * what arrives of its first 1,024 bytes within a second. `retryAfter` is the header of the response.
   */
  readonly post: (
    address: string,
    headers: Readonly<Record<string, string>>,
    body: string,
  ) => Promise<SafeFetchResult & { readonly start: string; readonly retryAfter: string | undefined }>;
  /** The same with the response body as text, empty if it is longer than 64 kB. */
  readonly request: (address: string, request: SafeRequest) => Promise<SafeFetchResult & { readonly body: string }>;
};

/** Bytes of a response body that are read at most: all of it, or only its start. */
const maxReadBytes = 65_536;
const maxStartBytes = 1024;
/** How long the start of a body may take after the status. */
const startTimeoutMs = 1_000;

/** `timeoutSeconds` is the total time limit of a request. */
export function safeFetch({
  timeoutSeconds = 10,
  ...options
}: AddressGuardOptions & { readonly timeoutSeconds?: number }): SafeFetch {
  const guard = addressGuard(options);

  function addressError(address: string): ErrorCode | undefined {
    const url = new URL(address);
    const isLoopbackName = guard.isRefused(hostOf(url)) && isIP(hostOf(url)) === 0;
    if (isLoopbackName) return 'field.privateAddress';
    if (url.protocol !== 'https:' && !guard.allowLoopback) return 'field.webAddress';
    return guard.isRefused(hostOf(url)) ? 'field.privateAddress' : undefined;
  }

  async function send(address: string, { signal: ending, ...request }: SafeRequest, readsBody: boolean) {
    const startedAt = performance.now();
    const durationMs = () => Math.round(performance.now() - startedAt);
    try {
      // IP literals are not resolved, so they are checked here
      if (addressError(address)) throw networkError('EPRIVATE');
      const url = new URL(address);
      // the total time limit, including DNS resolution
      const limit = AbortSignal.timeout(timeoutSeconds * 1000);
      const signal = ending ? AbortSignal.any([limit, ending]) : limit;
      signal.throwIfAborted();
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
      const lookup = pinnedLookup(await Promise.race([guard.resolve(hostOf(url), signal), aborted]));
      const options = { method: request.method, headers: request.headers, signal, lookup };
      const response = await respond(url, options, request, readsBody);
      return { error: null, ...response, durationMs: durationMs() };
    } catch (error) {
      return {
        status: null,
        error: connectionFailure(error),
        body: '',
        retryAfter: undefined,
        durationMs: durationMs(),
      };
    }
  }

  return {
    addressError,
    async post(address, headers, body) {
      const { body: start, ...result } = await send(address, { method: 'POST', headers, body }, false);
      return { ...result, start };
    },
    async request(address, request) {
      const { retryAfter: _, ...result } = await send(address, request, true);
      return result;
    },
  };
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

function respond(
  url: URL,
  options: RequestOptions,
  { body = '' }: Pick<SafeRequest, 'body'>,
  readsBody: boolean,
): Promise<{ status: number; body: string; retryAfter: string | undefined }> {
  const sendRequest = url.protocol === 'https:' ? httpsRequest : httpRequest;
  return new Promise((resolve, reject) => {
    let hasStatus = false;
    const request = sendRequest(url, { ...options, agent: false, maxHeaderSize: 16_384 }, (response) => {
      hasStatus = true;
      const [status, retryAfter] = [response.statusCode ?? 0, response.headers['retry-after']];
      const limit = readsBody ? maxReadBytes : maxStartBytes;
      const chunks: Buffer[] = [];
      let read = 0;
      const start = () => Buffer.concat(chunks).subarray(0, maxStartBytes).toString('utf8');
      // the status is the result, whatever becomes of the body
      const endEarly = () => {
        resolve({ status, retryAfter, body: readsBody ? '' : start() });
        response.destroy();
      };
      const timer = readsBody ? undefined : setTimeout(endEarly, startTimeoutMs);
      response
        // at the time limit a response fails as if its connection had been lost
        .on('error', (error) => (readsBody ? reject((options.signal?.reason ?? error) as Error) : endEarly()))
        .on('close', () => clearTimeout(timer))
        .on('end', () => resolve({ status, retryAfter, body: Buffer.concat(chunks).toString('utf8') }))
        .on('data', (chunk: Buffer) => {
          read += chunk.length;
          chunks.push(chunk);
          if (read > limit) endEarly();
        });
    });
    // what fails after the status fails the response, whose handlers then have the result
    const fail = (error: Error) => {
      if (!hasStatus) reject(error);
    };
    request
      .on('error', fail)
      // an unrequested protocol upgrade (101) counts as a response
      .on('upgrade', ({ statusCode }, socket) => {
        socket.destroy();
        resolve({ status: statusCode ?? 0, retryAfter: undefined, body: '' });
      })
      .on('close', () => fail(networkError('ECONNRESET')));
    if (options.method === 'POST') request.setHeader('content-length', Buffer.byteLength(body));
    request.end(body);
  });
}
