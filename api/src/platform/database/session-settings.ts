/** Time limits for the application's use of the database, in milliseconds. */
export type Limits = {
  /** Limits of one statement, of the wait for a lock, and of a transaction without a statement. */
  readonly statementMs: number;
  readonly lockMs: number;
  readonly idleInTransactionMs: number;
  /** Limit of the wait for a connection. */
  readonly connectMs: number;
  /** After this time the application stops waiting for a statement that the database has not ended itself. */
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
  // statements use generic plans; if the plan depends on the values, an SQL function plans the statement itself
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

/** A query for the settings of this session that differ from those expected, as `name`, `found` and `expected`. */
export const differingSettingsSql = (limits: Limits = standardLimits): string => `
  select name, found, expected
    from (values ${Object.entries(sessionSettings(limits))
      .map(([name, value]) => `('${name}', current_setting('${name}'), '${value}')`)
      .join(', ')}) as setting (name, found, expected)
   where case when name like '%timeout' then found::interval <> expected::interval else found <> expected end`;

export type DifferingSetting = { readonly name: string; readonly found: string; readonly expected: string };

export const describeSettings = (settings: readonly DifferingSetting[]): string =>
  settings.map(({ name, found, expected }) => `${name} is ${found} instead of ${expected}`).join(', ');
