import { ApiError } from './api/api.ts';

/** Logs a failure that is not shown to the user. Only the error code is logged, never what the user typed. */
export function logFailure(action: string, error: unknown): void {
  const name = error instanceof ApiError ? `${error.status} ${error.code}` : String(error);
  // oxlint-disable-next-line eslint/no-console -- the only place that logs a failure that is not shown
  console.error(`${action}: ${name}`);
}
