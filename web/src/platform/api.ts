import type { CallOf, Endpoint, ResultOf } from '@storeward/contract/endpoint';
import { type ErrorCode, isErrorCode } from '@storeward/contract/errors';
import { loseSession } from './session-end.ts';
import { claimsOf, tokens } from './tokens.ts';

/** One field that was refused. */
export type FieldFault = { path: string; messageCode: string; message: string };

type Refused = { messageCode?: unknown; message?: unknown; errors?: FieldFault[]; current?: unknown };

/** A refusal by the server, by name; `unknown` when no server of ours answered (status 0: none at all). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: ErrorCode | 'unknown';
  readonly errors: readonly FieldFault[];
  /** The record as it stands, where somebody else was faster. */
  readonly current: unknown;

  constructor(status: number, refused: Refused = {}) {
    super(typeof refused.message === 'string' ? refused.message : '');
    this.name = 'ApiError';
    this.status = status;
    this.code = isErrorCode(refused.messageCode) ? refused.messageCode : 'unknown';
    this.errors = Array.isArray(refused.errors) ? refused.errors : [];
    this.current = refused.current;
  }
}

type Input = {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly version?: number;
};

type Answered = { answer: Response; told: Record<string, unknown> };

type Options = {
  /** The caller deals with every failure itself: a lost session is no surprise to it. */
  quiet?: boolean;
  signal?: AbortSignal;
};

/** Calls one door of the API and hands back its result; every failure is an ApiError. */
export async function call<E extends Endpoint>(door: E, input: CallOf<E>, options: Options = {}): Promise<ResultOf<E>> {
  const given = input as Input;
  const request: RequestInit = {
    method: door.method,
    headers: headers(door, given.version, options.quiet ?? false),
    ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    ...(options.signal && { signal: options.signal }),
  };
  const { answer, told } = await settled(addressOf(door, given), request);
  if (answer.ok) return (door.page ? told : told['result']) as ResultOf<E>;
  if ((answer.status === 401 || answer.status === 403) && !options.quiet) loseSession();
  throw new ApiError(answer.status, told);
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
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

function headers(door: Endpoint, version: number | undefined, quiet: boolean): Record<string, string> {
  const held = tokens();
  const apiKey = held && claimsOf(held).apiKey;
  const xsrf = /(?:^|; )XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1];
  return {
    Accept: 'application/json',
    ...(door.body && { 'Content-Type': 'application/json' }),
    ...(held && { Authorization: `Bearer ${held.accessToken}` }),
    ...(apiKey && { 'x-api-key': apiKey }),
    ...(xsrf && { 'X-XSRF-TOKEN': decodeURIComponent(xsrf) }),
    ...(door.method !== 'GET' && { 'Idempotency-Key': crypto.randomUUID() }),
    ...(version !== undefined && { 'If-Match': `"${version}"` }),
    ...(quiet && { 'X-Skip-Interceptor': 'true' }),
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
