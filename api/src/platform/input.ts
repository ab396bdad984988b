import type { Endpoint, SentFile } from '@storeward/contract/endpoint';
import { errors, isErrorCode } from '@storeward/contract/errors';
import type { FastifyRequest } from 'fastify';
import type { Target } from './context.ts';
import { type FieldError, Refusal } from './errors.ts';
import { fileOf } from './uploads.ts';

type Issue = {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
};

/** Reads what a request carries by the contract of its door; answers the parts, or the refusal that names each wrong field. */
export function readInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  strict: boolean,
): Record<string, unknown> | Refusal {
  const input: Record<string, unknown> = {};
  const wrong: FieldError[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const parsed = endpoint[part]?.safeParse(part === 'body' ? (request.body ?? {}) : request[part]);
    if (parsed?.success) input[part] = parsed.data;
    else if (parsed) wrong.push(...parsed.error.issues.map((issue) => fieldError(issue, part)));
  }
  if (strict) wrong.push(...unasked(endpoint, request.body).map((path) => named(path, 'field.invalid')));
  if (endpoint.file) input['file'] = fileOf(request, endpoint.file);
  if (endpoint.versioned) {
    const version = versionWanted(request);
    if (version === 'unreadable') wrong.push(named('If-Match', 'field.invalid'));
    else input['version'] = version;
  }
  if (wrong.length === 0) return input;
  return new Refusal(wrong.every(({ path }) => path === 'sort') ? 'input.unknownSort' : 'input.invalid', {
    errors: wrong,
  });
}

/** The fields of a body that the door does not know: neither to be filled in, nor read there and sent back. */
export function unasked({ body, result, versioned }: Endpoint, sent: unknown): string[] {
  if (!body || typeof sent !== 'object' || sent === null || Array.isArray(sent)) return [];
  const shapes = [body, result].map((schema) => (schema as { shape?: object }).shape);
  if (!shapes[0]) return [];
  return Object.keys(sent).filter(
    (key) => !(versioned && key === 'version') && !shapes.some((shape) => shape && Object.hasOwn(shape, key)),
  );
}

function fieldError(issue: Issue, part: 'params' | 'query' | 'body'): FieldError {
  const path = issue.path.map(String).join('.') || (issue.keys?.[0] ?? part);
  if (isErrorCode(issue.message)) return named(path, issue.message);
  return named(path, 'field.invalid');
}

const named = (path: string, messageCode: keyof typeof errors): FieldError => ({
  path,
  messageCode,
  message: errors[messageCode].text,
});

/** The version a change starts from: `If-Match` wins over `version` in the body; nothing when neither is said. */
function versionWanted(request: FastifyRequest): number | undefined | 'unreadable' {
  const header = request.headers['if-match'];
  if (header !== undefined && header !== '*') {
    const number = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
    return number === undefined ? 'unreadable' : Number(number);
  }
  const body: unknown = request.body;
  const version = typeof body === 'object' && body !== null && 'version' in body ? body.version : undefined;
  if (version === undefined || version === null) return undefined;
  return typeof version === 'number' && Number.isSafeInteger(version) && version >= 0 ? version : 'unreadable';
}

/** What a request carries, by the part of it. */
export type Input = Record<string, unknown>;

/** Reads the file now, so that a repeat can be told from another one. */
export async function fileRead(sound: Input): Promise<Uint8Array> {
  const file = sound['file'] as SentFile;
  const bytes = await file();
  sound['file'] = Object.assign(async () => bytes, { contentType: file.contentType });
  return bytes;
}

/** Goes on only with what the contract allows. */
export function soundInput(input: Input | Refusal): Input {
  if (input instanceof Refusal) throw input;
  return input;
}

const id = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The record or organisation that a request names; of one that is wrong elsewhere still the record in its path. */
export function targetOf({ whileSeeing }: Endpoint, input: Input | Refusal, request: FastifyRequest): Target {
  const asOneself = whileSeeing === 'asOneself';
  if (input instanceof Refusal) {
    const { id: named } = request.params as { id?: string };
    return named && id.test(named) ? { id: named, asOneself } : { asOneself };
  }
  const { params, query, body } = input as Record<'params' | 'query' | 'body', Record<string, unknown> | undefined>;
  const word = (value: unknown) => (typeof value === 'string' ? value : undefined);
  // a body may name the place that it is about
  const orgId = word(query?.['orgId'] ?? body?.['orgId']);
  return { id: word(params?.['id'] ?? body?.['nodeId']), orgId, asOneself };
}
