import { ApiError } from '@storeward/client';
import { CommanderError } from 'commander';

/** The exit codes, with their descriptions for the help. */
export const exitCodes = {
  done: [0, 'done'],
  failed: [1, 'an unexpected error'],
  usage: [2, 'wrong arguments or options'],
  credential: [3, 'no key, or one that is not accepted (any more)'],
  denied: [4, 'the role of the key does not allow it'],
  unknown: [5, 'there is no such user, node, role or setting'],
  refused: [6, 'the input or the change was refused, or somebody else changed the record meanwhile'],
  unavailable: [7, 'the server does not answer, or asks to try again later'],
  different: [8, 'there are differences (diff), or rows with errors (import)'],
} as const;

type Outcome = keyof typeof exitCodes;

/** An error with an exit code of its own. */
export class CommandError extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome, message: string) {
    super(message);
    this.outcome = outcome;
  }
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage[0];
  if (error instanceof CommandError) return exitCodes[error.outcome][0];
  return exitCodes[error instanceof ApiError ? outcomeOf(error.status) : 'failed'][0];
}

function outcomeOf(status: number): Outcome {
  if (status === 0 || status === 429 || status === 503) return 'unavailable';
  if (status === 401) return 'credential';
  if (status === 403) return 'denied';
  if (status === 404) return 'unknown';
  return status < 500 ? 'refused' : 'failed';
}

/** One line for people, with what a log of the server is searched by. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  const fields = error.fields.map(({ path, message }) => `\n  ${path}: ${message}`).join('');
  const request = error.requestId === undefined ? '' : `, request ${error.requestId}`;
  return `${error.message} (${error.code}${request})${fields}`;
}
