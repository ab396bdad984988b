import { type Attention, type AttentionKind, attentionKinds } from '@storeward/contract/dashboard/figures';
import { countLimits, silentAfterHours } from '@storeward/contract/dashboard/statistics';
import type { RunKindName } from '@storeward/contract/imports/run-kinds';
import type { Context } from '../platform/http/pipeline/context.ts';
import { countSilentDevices, countUsers } from './count-queries.ts';
import * as attention from './attention-queries.ts';
import { concerns, visibleRunKinds } from './policy.ts';
import { listRecentRuns } from './queries.ts';

type Matter = Pick<Attention, 'count'> & Partial<Attention>;
type Reader = Pick<Context, 'db' | 'actor'>;

const failedRunLimit = 100;

/** How each kind of matter is found. */
const finders: Readonly<Record<Exclude<AttentionKind, 'failedRuns'>, (reader: Reader) => Promise<Matter | undefined>>> =
  {
    auditErrors: async ({ db, actor }) => ({ count: await attention.countAuditErrors(db, actor.scope) }),
    lockedUsers: ({ db, actor }) => attention.findLockedUsers(db, actor.scope),
    async silentDevices({ db, actor }) {
      const limits = { hours: silentAfterHours, limit: countLimits.silent };
      return { count: (await countSilentDevices(db, actor.scope, limits)).stores };
    },
    disabledWebhooks: ({ db, actor }) => attention.findDisabledWebhooks(db, actor.scope),
    refusedEmails: ({ db, actor }) => attention.findRefusedEmails(db, actor.scope),
    unconfirmedEmails: ({ db, actor }) => attention.findUnconfirmedEmails(db, actor.scope),
    invitedUsers: async ({ db, actor }) => ({ count: (await countUsers(db, actor.scope)).invited }),
  };

/** Failed runs, which can be resumed or discarded until their rows are deleted. */
async function findFailedRuns({ db, actor }: Reader): Promise<Matter> {
  const filter = { kinds: visibleRunKinds(actor), states: ['failed'] as const, limit: failedRunLimit };
  const runs = await listRecentRuns(db, actor.scope, filter);
  return {
    count: runs.length,
    names: runs.slice(0, 3).map(({ fileName }) => fileName),
    id: runs.length === 1 ? runs[0]!.id : null,
    runKind: (runs[0]?.kind ?? null) as RunKindName | null,
  };
}

/** Matters that need attention and concern the actor, worst first. */
export async function listAttention(reader: Reader): Promise<Attention[]> {
  const matters = await Promise.all(
    attentionKinds.map(async (kind) => {
      if (kind === 'failedRuns') return { kind, matter: await findFailedRuns(reader) };
      return { kind, matter: concerns(reader.actor, kind) ? await finders[kind](reader) : undefined };
    }),
  );
  return matters.flatMap(({ kind, matter }) =>
    matter && matter.count > 0 ? [{ names: [], id: null, runKind: null, ...matter, kind }] : [],
  );
}
