import type { RequestOf, Endpoint, ResultOf } from '@storeward/contract/endpoint';
import { type ErrorCode, isErrorCode } from '@storeward/contract/errors';
import { idleHeader, impersonationHeader } from '@storeward/contract/sessions';
import { apiBase, mayCarryToken } from './api-url.ts';
import { forcePasswordReset } from '../session/forced-reset.ts';
import { idleSeconds } from '../session/user-activity.ts';
import { reportImpersonationMismatch, currentImpersonation } from '../session/impersonation-state.ts';
import { handleSessionLost } from '../session/session-end.ts';
import { effectiveClaims, tokens } from '../theme/tokens.ts';

/** A validation error of one field of the request. */
export type FieldError = { path: string; messageCode: string; message: string };

type ErrorBody = { messageCode?: unknown; message?: unknown; errors?: FieldError[]; current?: unknown };

/**
 * An error response of the API. The code is `unknown` if the response has no known error code; the status is 0 if there
 * was no response at all.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'unknown';
  /** The error code of the response, also if this version of the portal does not know it. */
  readonly messageCode: string | undefined;
  readonly errors: readonly FieldError[];
  /** The current version of the record, sent with a version conflict. */
  readonly current: unknown;

  constructor(status: number, body: ErrorBody = {}) {
    super(typeof body.message === 'string' ? body.message : '');
    this.name = 'ApiError';
    this.status = status;
    this.code = isErrorCode(body.messageCode) ? body.messageCode : 'unknown';
    this.messageCode = typeof body.messageCode === 'string' ? body.messageCode : undefined;
    this.errors = Array.isArray(body.errors) ? body.errors : [];
    this.current = body.current;
  }

  /** Whether the failure is unexpected (an unknown code or a 5xx status), as opposed to a rejected request. */
  get isUnexpected(): boolean {
    return this.code === 'unknown' || this.status >= 500;
  }
}

type CallInput = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly version?: number;
};

type ParsedResponse = { response: Response; body: Record<string, unknown> };

type CallOptions = {
  /**
   * The call site handles all failures, including a lost session. With `logged`, a lost session still redirects to the
   * sign-in page and unexpected failures go to the console.
   */
  quiet?: boolean | 'logged';
  /** The request survives leaving the page. */
  keepalive?: boolean;
  signal?: AbortSignal;
};

/** Calls an endpoint and returns its result (the whole page object for paginated endpoints). Throws `ApiError`. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: RequestOf<E>,
  options: CallOptions = {},
): Promise<ResultOf<E>> {
  const callInput = input as CallInput;
  const url = urlOf(endpoint, callInput);
  const sentToken = tokens()?.accessToken;
  const request: RequestInit = {
    method: endpoint.method,
    headers: headers(endpoint, url, callInput.version, Boolean(options.quiet)),
    ...(callInput.body !== undefined && { body: JSON.stringify(callInput.body) }),
    ...(callInput.file && { body: toFormData(callInput.file) }),
    ...(options.signal && { signal: options.signal }),
    ...(options.keepalive && { keepalive: true }),
  };
  try {
    const { response, body } = await sendUntilComplete(url, request);
    if (response.ok) return (endpoint.page ? body : body['result']) as ResultOf<E>;
    throw new ApiError(response.status, body);
  } catch (error) {
    if (error instanceof ApiError && isForCurrentTokens(sentToken)) handleFailure(error, endpoint, options.quiet);
    throw error;
  }
}

/**
 * Subscribes to a server-sent event stream and passes each result to `onResult` until the stream ends or `signal`
 * aborts. Throws `ApiError`.
 */
export async function subscribe<E extends Endpoint>(
  endpoint: E,
  input: RequestOf<E>,
  { signal, onResult }: { signal: AbortSignal; onResult: (result: ResultOf<E>) => void },
): Promise<void> {
  const response = await openResponse(endpoint, input, { accept: eventStream, signal });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (buffer + value).split('\n\n');
    buffer = events.pop() ?? '';
    for (const event of events) {
      if (!event.startsWith('data: ')) continue;
      const { result } = JSON.parse(event.slice('data: '.length)) as { result: ResultOf<E> };
      onResult(result);
    }
  }
}

const eventStream = 'text/event-stream';

/** Sends a read whose response is consumed as a stream. Throws `ApiError`. */
export async function openResponse<E extends Endpoint>(
  endpoint: E,
  input: RequestOf<E>,
  { accept, signal, quiet = true }: { accept: string; signal?: AbortSignal; quiet?: CallOptions['quiet'] },
): Promise<Response & { body: ReadableStream<Uint8Array<ArrayBuffer>> }> {
  const url = urlOf(endpoint, input as CallInput);
  const sentToken = tokens()?.accessToken;
  const sent = { ...headers(endpoint, url, undefined, Boolean(quiet)), Accept: accept };
  const sendIt = accept === eventStream ? send : sendTwice; // a stream that ends is opened again by its reader
  const response = await sendIt(url, { headers: sent, ...(signal && { signal }) });
  if (response?.ok && response.body) return response as Response & { body: ReadableStream<Uint8Array<ArrayBuffer>> };
  const error = new ApiError(response?.status ?? 0, response && (await readJson(response)));
  if (quiet !== true && isForCurrentTokens(sentToken)) handleFailure(error, endpoint, quiet);
  throw error;
}

/**
 * Whether the failed request used the tokens in use now. A late failure of an earlier session must not end the
 * current one.
 */
function isForCurrentTokens(sentToken: string | undefined): boolean {
  const currentTokens = tokens()?.accessToken;
  return currentTokens === undefined || currentTokens === sentToken;
}

/**
 * Handles what all failed calls have in common: an impersonation mismatch is resynchronised, a lost session leads to
 * the sign-in page and a forced password change to its page.
 */
function handleFailure(error: ApiError, { method, path }: Endpoint, quiet: CallOptions['quiet']): void {
  if (error.code === 'session.otherEyes' || (error.code === 'session.readOnly' && !currentImpersonation()))
    return reportImpersonationMismatch();
  if (quiet === true) return;
  if (error.status === 401 || error.status === 403) handleSessionLost();
  else if (error.code === 'password.mustChange') forcePasswordReset();
  else if (quiet === 'logged' && error.isUnexpected) {
    // oxlint-disable-next-line no-console -- the only trace of a failure that is not shown
    console.warn(`${method} ${path}: ${error.status} ${error.messageCode ?? error.code}`);
  }
}

function toFormData(file: Blob): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

/** TanStack Query options (key and function) for a read of this endpoint. */
export function endpointQuery<E extends Endpoint>(endpoint: E, input: RequestOf<E>) {
  return {
    queryKey: [...queryKeyOf(endpoint), input] as readonly unknown[],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, { signal }),
  };
}

/**
 * The cache key of an endpoint: the segments of its path, so that the key of a list is a prefix of the keys below it.
 */
export const queryKeyOf = (endpoint: Pick<Endpoint, 'path'>): readonly string[] => endpoint.path.slice(1).split('/');

function urlOf(endpoint: Endpoint, { params = {}, query = {} }: CallInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const base = apiBase() + path;
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${base}?${search}` : base;
}

function headers(endpoint: Endpoint, url: string, version: number | undefined, quiet: boolean): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(endpoint.body && { 'Content-Type': 'application/json' }),
    ...(mayCarryToken(url) && credentialHeaders()),
    ...(endpoint.method !== 'GET' && { 'Idempotency-Key': crypto.randomUUID() }),
    ...(version !== undefined && { 'If-Match': `"${version}"` }),
    ...(quiet && { 'X-Skip-Interceptor': 'true' }),
  };
}

/** Headers for our own API only: access token, API key, idle seconds, impersonation and CSRF token. */
function credentialHeaders(): Record<string, string> {
  const currentTokens = tokens();
  const apiKey = currentTokens && effectiveClaims(currentTokens).apiKey;
  const impersonation = currentImpersonation();
  const xsrf = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
  return {
    ...(currentTokens && {
      Authorization: `Bearer ${currentTokens.accessToken}`,
      [idleHeader]: String(Math.floor(idleSeconds())),
    }),
    ...(apiKey && { 'x-api-key': apiKey }),
    ...(impersonation && { [impersonationHeader]: impersonation.id }),
    ...(xsrf && { 'X-XSRF-TOKEN': decodeURIComponent(xsrf) }),
  };
}

/**
 * Sends the request and, if the server reports that the same idempotency key is still being processed, polls until the
 * first attempt's response is available.
 */
async function sendUntilComplete(url: string, request: RequestInit, attemptsLeft = 5): Promise<ParsedResponse> {
  const response = await sendWithRetry(url, request);
  const body = await readJson(response);
  if (response.status !== 409 || body['messageCode'] !== 'request.stillRunning' || attemptsLeft === 0)
    return { response, body };
  await new Promise((done) => setTimeout(done, 600));
  return sendUntilComplete(url, request, attemptsLeft - 1);
}

/**
 * Sends a request and retries once after a network failure or status 500 or 502. The idempotency key keeps a repeated
 * write from being applied twice.
 */
async function sendWithRetry(url: string, request: RequestInit): Promise<Response> {
  const response = await sendTwice(url, request);
  if (!response) throw new ApiError(0);
  return response;
}

/** The same; undefined if there was no response. */
async function sendTwice(url: string, request: RequestInit): Promise<Response | undefined> {
  const first = await send(url, request);
  return first && first.status !== 500 && first.status !== 502 ? first : send(url, request);
}

async function send(url: string, request: RequestInit): Promise<Response | undefined> {
  try {
    return await fetch(url, request);
  } catch (error) {
    if (request.signal?.aborted) throw error;
    return undefined;
  }
}

async function readJson(response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
