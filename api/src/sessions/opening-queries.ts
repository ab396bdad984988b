import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import type { IdleRules } from './idle.ts';

/** Arguments of `open_session`: the session and expiry named by the token, the request's host (null: the global portal) and target. */
export type OpenSessionParams = {
  readonly sessionId: string;
  readonly ends: string;
  readonly host: string | null;
  /** The host of the request itself, which decides the regions that are shown. */
  readonly requestHost: string;
  readonly target: string | null;
  readonly orgId: string | null;
  readonly knownStamp: string | null;
  readonly apiKey: string | null;
  readonly idleSeconds: number | null;
  readonly idle: IdleRules;
  /** Act as the session's owner even during an impersonation. */
  readonly asSelf: boolean;
};

/** A stamp of everything that the actor was made from, and the actor's JSON, which is left out if the stamp was known. */
export type Opened = { readonly stamp: string; readonly json: string | undefined };

/** Splits what `open_session` and `open_api_key` return: a stamp, which may be followed by a newline and JSON. */
export function openedOf(text: string): Opened {
  const end = text.indexOf('\n');
  if (end === -1) return { stamp: text, json: undefined };
  // copied, since the stamp is cached, and a slice would keep the whole text in memory
  return { stamp: Buffer.from(text.slice(0, end)).toString(), json: text.slice(end + 1) };
}

/** Reads the session's row and sets this transaction's scope (row-level security) from it; undefined where the session is not valid. */
export async function openSession(
  db: Db,
  {
    sessionId,
    ends,
    host,
    requestHost,
    target,
    orgId,
    knownStamp,
    apiKey,
    idleSeconds,
    idle,
    asSelf,
  }: OpenSessionParams,
): Promise<Opened | undefined> {
  const row = await db.first(
    sql<{
      opened: string | null;
    }>`select open_session(${sessionId}, ${ends}, ${host}, ${target}, ${orgId}, ${knownStamp},
      ${apiKey}, ${idleSeconds}, ${idle.defaultSeconds}, ${idle.maxSeconds}, ${idle.graceSeconds}, ${asSelf}) as opened
      from set_config('app.host', ${requestHost}, true)`,
  );
  return row?.opened ? openedOf(row.opened) : undefined;
}

/** Sets this transaction's scope to the whole organisation of a host's portal and returns its JSON; null for an unknown host. */
export async function openPortal(db: Db, host: string | null): Promise<string | null> {
  return (await db.first(sql<{ portal: string | null }>`select open_portal(${host}) as portal`))?.portal ?? null;
}

/** Arguments of `open_api_key`; `hash` is null for an access token that the key was exchanged for, which ends at `ends`. */
export type OpenApiKeyParams = Pick<OpenSessionParams, 'ends' | 'host' | 'requestHost' | 'knownStamp'> & {
  readonly prefix: string;
  readonly hash: Buffer | null;
  readonly organisationKey: string | null;
  readonly address: string;
};

/**
 * Reads the service account of an API key and sets this transaction's scope from it. Returns a stamp like `openSession`,
 * or an error code after an exclamation mark.
 */
export async function openApiKey(
  db: Db,
  { prefix, hash, ends, host, requestHost, knownStamp, organisationKey, address }: OpenApiKeyParams,
): Promise<string> {
  const row = await db.first(
    sql<{
      opened: string;
    }>`select open_api_key(${prefix}, ${hash}, ${ends}, ${host}, ${knownStamp}, ${organisationKey}, ${address}) as opened
      from set_config('app.host', ${requestHost}, true)`,
  );
  return row!.opened;
}

/** The time of the database's clock in Unix seconds. */
export async function readClock(db: Db): Promise<number> {
  const row = await db.first(sql<{ now: number }>`select floor(extract(epoch from clock()))::bigint as now`);
  return row!.now;
}
