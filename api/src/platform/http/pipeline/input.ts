import type { Endpoint, SentFile } from '@storeward/contract/endpoint';
import { errors, isErrorCode } from '@storeward/contract/errors';
import { refusedCharacter } from '@storeward/contract/fields';
import { nearestTimeZones } from '@storeward/contract/reference/nearest-time-zones';
import type { FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { hasTooManyValues } from './body-values.ts';
import type { Target } from './context.ts';
import { ApiError, ensure, type FieldError } from '../../errors.ts';
import { unstorablePaths } from './stored-texts.ts';
import { uploadedFile } from '../uploads/uploads.ts';

type Issue = {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly keys?: readonly string[];
};

/** More than a form has fields that can be wrong; a body of the largest size could have 100,000. */
const maxErrors = 1_000;

/**
 * Validates params, query and body of a request by its endpoint's schemas; returns an `ApiError` that lists the invalid fields, of
 * each part the first thousand.
 */
export function parseInput(
  endpoint: Endpoint,
  request: FastifyRequest,
  strict: boolean,
): Record<string, unknown> | ApiError {
  if (!endpoint.file && hasTooManyValues(request.body)) return new ApiError('input.tooLarge');
  const input: Record<string, unknown> = {};
  const fieldErrors: FieldError[] = [];
  for (const part of ['params', 'query', 'body'] as const) {
    const parsed = endpoint[part]?.safeParse(part === 'body' ? (request.body ?? {}) : request[part]);
    if (parsed?.success) input[part] = parsed.data;
    else if (parsed) {
      const issues = parsed.error.issues.slice(0, maxErrors);
      fieldErrors.push(...issues.map((issue) => fieldError(issue, part, request[part])));
    }
    // also parameters that the endpoint does not declare, as the audit records those of exports
    const unstorable = unstorablePaths(part === 'body' ? input[part] : request[part]).slice(0, maxErrors);
    const known = new Set(fieldErrors.map(({ path }) => path));
    const added = unstorable.filter((path) => !known.has(path));
    fieldErrors.push(...added.map((path) => toFieldError(path || part, 'field.invalidCharacter')));
  }
  if (strict)
    fieldErrors.push(
      ...unknownFields(endpoint, request.body)
        .slice(0, maxErrors)
        .map((path) => toFieldError(path, 'field.invalid')),
    );
  if (endpoint.file) input['file'] = uploadedFile(request, endpoint.file);
  if (endpoint.versioned) {
    const version = baseVersion(request);
    if (version === 'invalid') fieldErrors.push(toFieldError('If-Match', 'field.invalid'));
    else input['version'] = version;
  }
  if (fieldErrors.length === 0) return input;
  return new ApiError(fieldErrors.every(({ path }) => path === 'sort') ? 'input.unknownSort' : 'input.invalid', {
    errors: fieldErrors,
  });
}

/** The body fields that the endpoint declares neither in its body nor in its result (clients may send a record back as read). */
export function unknownFields({ body, result, versioned }: Endpoint, sent: unknown): string[] {
  if (!body || typeof sent !== 'object' || sent === null || Array.isArray(sent)) return [];
  const shapes = [body, result].map((schema) => (schema as { shape?: object }).shape);
  if (!shapes[0]) return [];
  return Object.keys(sent).filter(
    (key) => !(versioned && key === 'version') && !shapes.some((shape) => shape && Object.hasOwn(shape, key)),
  );
}

function fieldError(issue: Issue, part: 'params' | 'query' | 'body', sent: unknown): FieldError {
  const path = issue.path.map(String).join('.') || (issue.keys?.[0] ?? part);
  const error = toFieldError(path, isErrorCode(issue.message) ? issue.message : 'field.invalid');
  const value = valueAt(sent, issue.path);
  if (typeof value !== 'string') return error;
  if (error.messageCode === 'field.invalidCharacter') {
    const character = refusedCharacter(String(issue.path.at(-1)), value);
    return character ? { ...error, message: `${error.message}: ${character}` } : error;
  }
  if (error.messageCode !== 'field.timeZone') return error;
  const nearest = nearestTimeZones(value);
  return nearest.length === 0 ? error : { ...error, message: `${error.message}. Nearest: ${nearest.join(', ')}` };
}

/** What was sent at a path. */
const valueAt = (sent: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], sent);

const toFieldError = (path: string, messageCode: keyof typeof errors): FieldError => ({
  path,
  messageCode,
  message: errors[messageCode].text,
});

/** The version that a change is based on: `If-Match` with the record's ETag, else `version` in the body, else undefined. */
function baseVersion(request: FastifyRequest): number | undefined | 'invalid' {
  const header = request.headers['if-match'];
  if (header !== undefined && header !== '*') {
    const number = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1];
    return number === undefined ? 'invalid' : Number(number);
  }
  const body: unknown = request.body;
  const version = typeof body === 'object' && body !== null && 'version' in body ? body.version : undefined;
  if (version === undefined || version === null) return undefined;
  return typeof version === 'number' && Number.isSafeInteger(version) && version >= 0 ? version : 'invalid';
}

/**
 * Optimistic locking: whether a request to change a record, or each of several, states the version it is based on. A
 * hardened installation rejects requests that do not.
 */
export function ensureVersion(endpoint: Endpoint, hardened: boolean, input: Input): boolean {
  const hasVersion = statesVersion(endpoint, input);
  ensure(hasVersion || !hardened, 'record.versionRequired');
  return hasVersion;
}

function statesVersion({ versioned, versionedRecords }: Endpoint, input: Input): boolean {
  if (versioned && input['version'] === undefined) return false;
  if (versionedRecords === undefined) return true;
  const records = (input['body'] as Readonly<Record<string, object>>)[versionedRecords] ?? {};
  return Object.values(records).every((record) => (record as { version?: number }).version !== undefined);
}

export type Input = Record<string, unknown>;

/** The hash of the uploaded file and the fields before it, which represents them in the hash of the request. */
export async function hashOfFile(input: Input): Promise<Uint8Array> {
  const { sha256, fields } = await (input['file'] as SentFile).receive();
  return createHash('sha256').update(sha256).update(JSON.stringify(fields)).digest();
}

/** Throws if the input is invalid. */
export function validInput(input: Input | ApiError): Input {
  if (input instanceof ApiError) throw input;
  return input;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The record or organisation that a request addresses; for invalid input only the record in its path. */
export function targetOf({ duringImpersonation }: Endpoint, input: Input | ApiError, request: FastifyRequest): Target {
  const asSelf = duringImpersonation === 'asSelf';
  if (input instanceof ApiError) {
    const { id: pathId } = request.params as { id?: string };
    return pathId && uuid.test(pathId) ? { id: pathId, asSelf } : { asSelf };
  }
  const { params, query, body } = input as Record<'params' | 'query' | 'body', Record<string, unknown> | undefined>;
  const asString = (value: unknown) => (typeof value === 'string' ? value : undefined);
  // a body may name the node that it applies to
  const orgId = asString(query?.['orgId'] ?? body?.['orgId']);
  return { id: asString(params?.['id'] ?? body?.['nodeId']), orgId, asSelf };
}
