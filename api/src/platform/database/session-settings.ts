/** Milliseconds, at most, of the application's use of the database. */
export type Limits = {
  /** What the database spends on one statement, on the wait for a lock, and on a transaction without a statement. */
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** The wait for a connection. */
  readonly connectMs: number;
  /** After which we give up on a statement that the database has not ended itself. */
  readonly giveUpMs: number;
};

export const standardLimits: Limits = {
  statementMs: 4_250,
  lockMs: 4_000,
  idleInTransactionMs: 60_000,
  connectMs: 2_000,
  giveUpMs: 4_500,
};

/** The settings of every session of the application, by their names in PostgreSQL. */
export const sessionSettings = (limits: Limits = standardLimits): Readonly<Record<string, string>> => ({
  TimeZone: 'UTC',
  // statements use generic plans; where the plan depends on the values, a SQL function plans it itself
  plan_cache_mode: 'force_generic_plan',
  statement_timeout: `${limits.statementMs}ms`,
  lock_timeout: `${limits.lockMs}ms`,
  idle_in_transaction_session_timeout: `${limits.idleInTransactionMs}ms`,
});

/** The settings as the `options` of a connection. */
export const sessionOptions = (limits: Limits): string =>
  Object.entries(sessionSettings(limits))
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
