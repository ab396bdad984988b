import type { Endpoint } from '@storeward/contract/endpoint';
import { ApiError, errorOf } from './api-error.ts';

/** How a client reaches an installation. */
export type Connection = {
  /** The address of a portal, which chooses the organisation, such as `https://kestrel.example.com`. */
  readonly url: string;
  /** An API key or an access token, or a function that returns the one to use now. */
  readonly key?: string | (() => string | undefined | Promise<string | undefined>);
  /** How often a request is repeated after a failure that may pass; 2 by default. */
  readonly retries?: number;
  /** The longest wait for a repeat in seconds, 30 by default; an error that asks for a longer one is thrown at once. */
  readonly longestWait?: number;
  /** Instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
};

type Parameter = string | number | boolean | undefined;
export type RequestInput = {
  readonly params?: Readonly<Record<string, Parameter>>;
  readonly query?: Readonly<Record<string, Parameter>>;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly version?: number;
};

export type CallOptions = {
  readonly signal?: AbortSignal;
  /** The key by which the server recognises a repeat of this change; a new one for each call by default. */
  readonly idempotencyKey?: string;
};

/**
 * Sends a request and returns its response of status 2xx. Repeats it after a lost connection and the statuses 502 and 504; a read also after 429
 * and 503, as late as `Retry-After` asks. A change is repeated under its idempotency key, and not at all where the server keeps none. Throws `ApiError`.
 */
export async function send(
  connection: Connection,
  endpoint: Endpoint,
  input: RequestInput,
  { signal, idempotencyKey, accept = 'application/json' }: CallOptions & { readonly accept?: string } = {},
): Promise<Response> {
  const { retries = 2, longestWait = 30 } = connection;
  const isRead = endpoint.method === 'GET';
  const request = {
    ...(await requestInit(connection, endpoint, input, accept)),
    ...(signal ? { signal } : {}),
  };
  const headers = request.headers;
  if (!isRead && !endpoint.secretResponse && !endpoint.skipsIdempotency)
    headers['idempotency-key'] = idempotencyKey ?? crypto.randomUUID();
  const url = addressOf(connection.url, endpoint, input);

  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOnce(connection.fetch ?? fetch, url, request);
    if (!(outcome instanceof ApiError)) return outcome;
    const seconds = secondsUntilRepeat(outcome, attempt, isRead);
    const mayRepeat = isRead || headers['idempotency-key'] !== undefined || endpoint.skipsIdempotency === true;
    if (seconds === undefined || !mayRepeat || attempt >= retries || seconds > longestWait) throw outcome;
    await pause(seconds, signal);
  }
}

/** The seconds to wait before a repeat; undefined if the error would come again, or the server may have reasons against a change. */
function secondsUntilRepeat({ status, code, retryAfter }: ApiError, attempt: number, isRead: boolean) {
  const backoff = 0.2 * 2 ** attempt;
  if (status === 0 || status === 502 || status === 504 || code === 'request.stillRunning') return backoff;
  return isRead && (status === 429 || status === 503) ? (retryAfter ?? backoff) : undefined;
}

async function attemptOnce(fetcher: typeof fetch, url: string, request: RequestInit): Promise<Response | ApiError> {
  let response: Response;
  try {
    response = await fetcher(url, request);
  } catch (cause) {
    if (request.signal?.aborted) throw cause;
    return new ApiError(0, 'network', `${new URL(url).origin} does not answer`, { cause });
  }
  return response.ok ? response : errorOf(response);
}

async function requestInit(
  { key }: Connection,
  { method, body: hasBody }: Endpoint,
  { body, file, version }: RequestInput,
  accept: string,
): Promise<RequestInit & { headers: Record<string, string> }> {
  const credential = typeof key === 'function' ? await key() : key;
  return {
    method,
    // a key must not follow a redirect to another server
    redirect: 'error',
    // the key is the only credential: cookies would make this a request of a browser's session
    credentials: 'omit',
    headers: {
      accept,
      ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file ? { body: formOf(file) } : {}),
  };
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

function addressOf(base: string, { method, path }: Endpoint, { params = {}, query = {} }: RequestInput): string {
  const url = new URL(base);
  url.pathname = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (params[name] === undefined) throw new TypeError(`${method} ${path} needs ${name}`);
    return encodeURIComponent(String(params[name]));
  });
  url.search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  ).toString();
  return url.href;
}

/** Throws unless the address is one that a key may be sent to: over https, or to this machine. */
export function ensureSecure(address: string): void {
  const { protocol, hostname } = new URL(address);
  const isLocal = /(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLocal))
    throw new TypeError(`${address} has to begin with https://, since a key is sent to it`);
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
