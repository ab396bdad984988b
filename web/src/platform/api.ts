import type { CallOf, Endpoint, ResultOf } from '@storeward/contract/endpoint';
import { type ErrorCode, isErrorCode } from '@storeward/contract/errors';
import { idleHeader, seeingHeader } from '@storeward/contract/sessions';
import { apiBase, mayCarryToken } from './api-address.ts';
import { forceReset } from './forced-reset.ts';
import { idleSeconds } from './last-input.ts';
import { otherEyes, seen } from './seen.ts';
import { loseSession } from './session-end.ts';
import { claimsOf, tokens } from './tokens.ts';

/** One field that was refused. */
export type FieldFault = { path: string; messageCode: string; message: string };

type Refused = { messageCode?: unknown; message?: unknown; errors?: FieldFault[]; current?: unknown };

/** A refusal by the server, by name; `unknown` when no server of ours answered (status 0: none at all). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'unknown';
  /** The name as the server gave it, known here or not. */
  readonly messageCode: string | undefined;
  readonly errors: readonly FieldFault[];
  /** The record as it stands, where somebody else was faster. */
  readonly current: unknown;

  constructor(status: number, refused: Refused = {}) {
    super(typeof refused.message === 'string' ? refused.message : '');
    this.name = 'ApiError';
    this.status = status;
    this.code = isErrorCode(refused.messageCode) ? refused.messageCode : 'unknown';
    this.messageCode = typeof refused.messageCode === 'string' ? refused.messageCode : undefined;
    this.errors = Array.isArray(refused.errors) ? refused.errors : [];
    this.current = refused.current;
  }

  /** Whether something broke, so that nothing is wrong with what was asked. */
  get isFault(): boolean {
    return this.code === 'unknown' || this.status >= 500;
  }
}

type Input = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly file?: Blob;
  readonly version?: number;
};

type Answered = { answer: Response; told: Record<string, unknown> };

type Options = {
  /** The caller deals with every failure itself: a lost session is no surprise to it. With `logged` a lost session is told all the same, and what broke goes to the log. */
  quiet?: boolean | 'logged';
  /** The page may be left before the answer. */
  outlive?: boolean;
  signal?: AbortSignal;
};

/** Calls one door of the API and hands back its result; every failure is an ApiError. */
export async function call<E extends Endpoint>(door: E, input: CallOf<E>, options: Options = {}): Promise<ResultOf<E>> {
  const given = input as Input;
  const address = addressOf(door, given);
  const sent = tokens()?.accessToken;
  const request: RequestInit = {
    method: door.method,
    headers: headers(door, address, given.version, Boolean(options.quiet)),
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    ...(given.file && { body: formOf(given.file) }),
    ...(options.signal && { signal: options.signal }),
    ...(options.outlive && { keepalive: true }),
  };
  try {
    const { answer, told } = await settled(address, request);
    if (answer.ok) return (door.page ? told : told['result']) as ResultOf<E>;
    throw new ApiError(answer.status, told);
  } catch (fault) {
    if (fault instanceof ApiError && isStillMeant(sent)) intercept(fault, door, options.quiet);
    throw fault;
  }
}

/** Listens to a door that tells of each change of its result, until it rests or nobody listens any more; a refusal is an ApiError. */
export async function follow<E extends Endpoint>(
  door: E,
  input: CallOf<E>,
  { signal, onResult }: { signal: AbortSignal; onResult: (result: ResultOf<E>) => void },
): Promise<void> {
  const address = addressOf(door, input as Input);
  const accept = { ...headers(door, address, undefined, true), Accept: 'text/event-stream' };
  const answer = await send(address, { headers: accept, signal });
  if (!answer?.ok || !answer.body) throw new ApiError(answer?.status ?? 0, answer && (await readJson(answer)));
  const lines = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await lines.read();
    if (done) return;
    const events = (rest + value).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      if (!event.startsWith('data: ')) continue;
      const { result } = JSON.parse(event.slice('data: '.length)) as { result: ResultOf<E> };
      onResult(result);
    }
  }
}

/** Whether a refusal is about the tokens of the moment: what was asked with others says nothing of whoever has come since. */
function isStillMeant(sent: string | undefined): boolean {
  const held = tokens()?.accessToken;
  return held === undefined || held === sent;
}

/** What every failed call leads to, unless the caller sees to it: where the server sees with other eyes than the page, to finding out whose; without a session to the sign-in page, without a password of one's own to the page where one is chosen. */
function intercept(fault: ApiError, { method, path }: Endpoint, quiet: Options['quiet']): void {
  if (fault.code === 'session.otherEyes' || (fault.code === 'session.readOnly' && !seen())) return otherEyes();
  if (quiet === true) return;
  if (fault.status === 401 || fault.status === 403) loseSession();
  else if (fault.code === 'password.mustChange') forceReset();
  else if (quiet === 'logged' && fault.isFault) {
    // oxlint-disable-next-line no-console -- the one place where a failure that nobody is told of can be found
    console.warn(`${method} ${path}: ${fault.status} ${fault.messageCode ?? fault.code}`);
  }
}

function formOf(file: Blob): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}

/** A read for the cache, under a key that nobody has to invent. */
export function read<E extends Endpoint>(door: E, input: CallOf<E>) {
  return {
    queryKey: [...keyOf(door), input] as readonly unknown[],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(door, input, { signal }),
  };
}

/** Where a door's answers lie in the cache: its path, segment by segment, so that a list's key covers all beneath it. */
export const keyOf = (door: Pick<Endpoint, 'path'>): readonly string[] => door.path.slice(1).split('/');

function addressOf(door: Endpoint, { params = {}, query = {} }: Input): string {
  const path = door.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const place = apiBase() + path;
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${place}?${search}` : place;
}

function headers(door: Endpoint, address: string, version: number | undefined, quiet: boolean): Record<string, string> {
  return {
    Accept: 'application/json',
    ...(door.body && { 'Content-Type': 'application/json' }),
    ...(mayCarryToken(address) && ownHeaders()),
    ...(door.method !== 'GET' && { 'Idempotency-Key': crypto.randomUUID() }),
    ...(version !== undefined && { 'If-Match': `"${version}"` }),
    ...(quiet && { 'X-Skip-Interceptor': 'true' }),
  };
}

/** What only our own server is told: whose call this is, and how long ago that person was last seen to do something. */
function ownHeaders(): Record<string, string> {
  const held = tokens();
  const apiKey = held && claimsOf(held).apiKey;
  const as = seen();
  const xsrf = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
  return {
    ...(held && { Authorization: `Bearer ${held.accessToken}`, [idleHeader]: String(Math.floor(idleSeconds())) }),
    ...(apiKey && { 'x-api-key': apiKey }),
    ...(as && { [seeingHeader]: as.id }),
    ...(xsrf && { 'X-XSRF-TOKEN': decodeURIComponent(xsrf) }),
  };
}

/** Waits, a few times, for the first of two tries when the second overtook it: its answer is the one that counts. */
async function settled(address: string, request: RequestInit, patience = 5): Promise<Answered> {
  const answer = await sendTwiceAtMost(address, request);
  const told = await readJson(answer);
  if (answer.status !== 409 || told['messageCode'] !== 'request.stillRunning' || patience === 0)
    return { answer, told };
  await new Promise((done) => setTimeout(done, 600));
  return settled(address, request, patience - 1);
}

/** Sends a request, and once more when the way to the server failed; the key makes a repeated write count once. */
async function sendTwiceAtMost(address: string, request: RequestInit): Promise<Response> {
  const first = await send(address, request);
  const answer = first && first.status !== 500 && first.status !== 502 ? first : await send(address, request);
  if (!answer) throw new ApiError(0);
  return answer;
}

async function send(address: string, request: RequestInit): Promise<Response | undefined> {
  try {
    return await fetch(address, request);
  } catch (fault) {
    if (request.signal?.aborted) throw fault;
    return undefined;
  }
}

async function readJson(answer: Response): Promise<Record<string, unknown>> {
  try {
    const told: unknown = await answer.json();
    return typeof told === 'object' && told !== null ? (told as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
