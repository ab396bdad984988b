import { type ErrorCode, errors, isErrorCode } from '@storeward/contract/errors';

/** A validation error of one field; `path` is its dotted path in the input. */
export type FieldError = { readonly path: string; readonly messageCode: string; readonly message: string };

type ApiErrorDetails = {
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly current?: unknown;
  readonly retryAfter?: number;
  /** How many bytes of an upload the server has received. */
  readonly receivedBytes?: number;
  readonly cause?: unknown;
};

/** An error response: status, code and message come from the error catalogue of the contract; `cause` is only logged. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, details: ApiErrorDetails = {}) {
    super(details.message ?? errors[code].text, { cause: details.cause });
    this.code = code;
    this.status = errors[code].status;
    this.details = details;
  }
}

/** The error of one field of a valid request. */
export const inputError = (path: string, messageCode: ErrorCode): ApiError =>
  new ApiError('input.invalid', { errors: [{ path, messageCode, message: errors[messageCode].text }] });

/** Throws an `ApiError` unless the condition holds. */
export function ensure(condition: unknown, code: ErrorCode, details?: ApiErrorDetails): asserts condition {
  if (!condition) throw new ApiError(code, details);
}

/** Throws an `ApiError` if a rule returned an error code. */
export function throwIfError(code: ErrorCode | undefined, details?: ApiErrorDetails): void {
  if (code) throw new ApiError(code, details);
}

/** Throws the first of the errors of a command for one record, if there are any. */
export const throwFirst = ([error]: readonly { readonly code: ErrorCode }[], details?: ApiErrorDetails): void =>
  throwIfError(error?.code, details);

const connectionErrorCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Maps a database error to an `ApiError`: constraints are named by error codes, connection errors become `service.unavailable`. */
export function apiErrorFrom(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (!(error instanceof Error)) return undefined;
  const { code = '', constraint } = error as Error & { code?: string; constraint?: string };
  if (isErrorCode(constraint)) return new ApiError(constraint, { cause: error });
  // a text with a zero byte (22021) or an unsupported escape (22P05)
  if (code === '22021' || code === '22P05') return new ApiError('input.invalid', { cause: error });
  // the only timestamps from clients are those in cursors
  if (code === '22007' || code === '22008') return new ApiError('input.badCursor', { cause: error });
  if (code === '23505' && constraint === 'repeated_requests_pkey')
    return new ApiError('request.stillRunning', { cause: error });
  // other data exceptions (class 22)
  if (code.startsWith('22')) return new ApiError('input.invalid', { cause: error });
  // deadlock, serialization failure or lock timeout
  if (code === '40P01' || code === '40001' || code === '55P03')
    return new ApiError('service.busy', { cause: error, retryAfter: 1 });
  const isUnavailable =
    connectionErrorCodes.has(code) ||
    /^(08|57P|53)/.test(code) ||
    code === '57014' || // a statement that took too long or was cancelled
    code === '25006' || // a write to a standby or to a server that is read-only during a failover
    code === '25P03' || // a transaction that was idle for too long
    /timeout|terminated|Connection ended|not queryable/i.test(error.message);
  return isUnavailable ? new ApiError('service.unavailable', { cause: error, retryAfter: 2 }) : undefined;
}
