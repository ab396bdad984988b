import { type ErrorCode, errors, isErrorCode } from '@storeward/contract/errors';

/** One field that is not as it should be: where it stands, and what is wrong by name. */
export type FieldError = { readonly path: string; readonly messageCode: string; readonly message: string };

type RefusalDetails = {
  readonly message?: string;
  readonly errors?: readonly FieldError[];
  readonly current?: unknown;
  readonly retryAfter?: number;
  readonly cause?: unknown;
};

/** A no with a name: status, code and words come from the catalogue, and nothing else reaches the caller. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: RefusalDetails;

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(details.message ?? errors[code].text, { cause: details.cause });
    this.code = code;
    this.status = errors[code].status;
    this.details = details;
  }
}

/** Goes on only if the condition holds; otherwise refuses by name. */
export function demand(condition: unknown, code: ErrorCode, details?: RefusalDetails): asserts condition {
  if (!condition) throw new Refusal(code, details);
}

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Turns what the database throws into a refusal where it has a name: a constraint bears its refusal's, a lost connection is a pause. */
export function refusalFrom(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (!(error instanceof Error)) return undefined;
  const { code = '', constraint } = error as Error & { code?: string; constraint?: string };
  if (isErrorCode(constraint)) return new Refusal(constraint, { cause: error });
  // the one letter that no text in the database can hold
  if (code === '22021' || code === '22P05') return new Refusal('input.invalid', { cause: error });
  // moments come from outside in cursors alone
  if (code === '22007' || code === '22008') return new Refusal('input.badCursor', { cause: error });
  if (code === '23505' && constraint === 'repeated_requests_pkey')
    return new Refusal('request.stillRunning', { cause: error });
  // a value that no column can hold, such as a text with a zero byte, or a time that is none
  if (code.startsWith('22')) return new Refusal('input.invalid', { cause: error });
  // two changes stood in each other's way, and this one gave in
  if (code === '40P01' || code === '40001' || code === '55P03')
    return new Refusal('service.busy', { cause: error, retryAfter: 1 });
  const gone =
    unreachable.has(code) ||
    /^(08|57P|53)/.test(code) ||
    /timeout|terminated|Connection ended|not queryable/i.test(error.message);
  return gone ? new Refusal('service.unavailable', { cause: error, retryAfter: 2 }) : undefined;
}
