import type { Endpoint } from '@storeward/contract/endpoint';

/**
 * The lanes in which requests wait for the database, so that none waits behind work of another kind: `request` for short
 * requests with a session, `visitor` for all without one, and four for heavy work, where `file` has the exports that are written as
 * a whole, which takes minutes, and `export` those by pages.
 */
export type LaneName = 'request' | 'visitor' | 'export' | 'file' | 'report' | 'bulk';

/** How many transactions a lane runs at once, and for how long another waits, in milliseconds. */
export type Lane = { readonly slots: number; readonly waitMs: number };
export type Lanes = Readonly<Record<LaneName, Lane>>;

/** The connections that no lane uses: two for the workers, and one for entries that an export writes in a transaction of its own. */
const others = 3;

/** The slots of the lanes other than that of short requests. */
const slots = { visitor: 2, export: 3, file: 2, report: 2, bulk: 2 };
const allSlots = Object.values(slots).reduce((sum, each) => sum + each);

/** The smallest pool that leaves two connections for short requests. */
export const minConnections = others + allSlots + 2;

type Waits = {
  readonly databaseConnections: number;
  readonly queueSeconds: number;
  readonly heavyQueueSeconds: number;
};

/** Divides the connections of the pool: short requests get all that the other lanes do not need. */
export function lanesOf({ databaseConnections, queueSeconds, heavyQueueSeconds }: Waits): Lanes {
  const [waitMs, heavyWaitMs] = [queueSeconds * 1000, heavyQueueSeconds * 1000];
  return {
    request: { slots: databaseConnections - minConnections + 2, waitMs },
    visitor: { slots: slots.visitor, waitMs },
    export: { slots: slots.export, waitMs: heavyWaitMs },
    file: { slots: slots.file, waitMs: heavyWaitMs },
    report: { slots: slots.report, waitMs: heavyWaitMs },
    bulk: { slots: slots.bulk, waitMs: heavyWaitMs },
  };
}

export const laneOf = ({ lane, exports, streams }: Pick<Endpoint, 'lane' | 'exports' | 'streams'>): LaneName =>
  lane ?? (streams ? 'file' : exports ? 'export' : 'request');
