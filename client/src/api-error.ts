import type { ErrorCode } from '@storeward/contract/errors';

/** A field of the request that was not accepted, with the code of the rule and its English text. */
export type FieldError = { readonly path: string; readonly code: ErrorCode | (string & {}); readonly message: string };

/** An error response of the API, or a request without a response. */
export class ApiError extends Error {
  /** The HTTP status; 0 if there was no response. */
  readonly status: number;
  /** The code of the error, such as `user.unknown`; `network` if there was no response, `unknown` if it was not one of the API. */
  readonly code: ErrorCode | 'network' | 'unknown' | (string & {});
  /** The fields that were not accepted. */
  readonly fields: readonly FieldError[];
  /** The id that log lines and audit entries of the server have for the request. */
  readonly requestId: string | undefined;
  /** In how many seconds the server asks to try again. */
  readonly retryAfter: number | undefined;
  /** The record as it is now, after a conflict (`record.stale`). */
  readonly current: unknown;

  constructor(
    status: number,
    code: ApiError['code'],
    message: string,
    details: Partial<Pick<ApiError, 'fields' | 'requestId' | 'retryAfter' | 'current' | 'cause'>> = {},
  ) {
    super(message, { cause: details.cause });
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.fields = details.fields ?? [];
    this.requestId = details.requestId;
    this.retryAfter = details.retryAfter;
    this.current = details.current;
  }
}

type ErrorBody = {
  readonly message?: string;
  readonly messageCode?: string;
  readonly errors?: readonly { readonly path: string; readonly messageCode: string; readonly message: string }[];
  readonly current?: unknown;
};

/** Reads the error of a response other than 2xx. */
export async function errorOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as ErrorBody;
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(response.status, body.messageCode ?? 'unknown', body.message ?? `status ${response.status}`, {
    fields: (body.errors ?? []).map(({ path, messageCode: code, message }) => ({ path, code, message })),
    requestId: response.headers.get('x-request-id') ?? undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
    current: body.current,
  });
}
