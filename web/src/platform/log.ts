import { ApiError } from './api.ts';

/** Notes a failure that nobody is told of, by name alone: what somebody typed stays out of it. */
export function logFailure(what: string, fault: unknown): void {
  const name = fault instanceof ApiError ? `${fault.status} ${fault.code}` : String(fault);
  // oxlint-disable-next-line eslint/no-console -- the browser's own log is the one place for it
  console.error(`${what}: ${name}`);
}
