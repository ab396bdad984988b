import {
  connectionTestLimits,
  type ConnectionResult,
  type connectionTests,
} from '@storeward/contract/settings/endpoints/connection-test';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { insertAudit } from '../../audit/queries.ts';
import { ApiError, ensure } from '../../platform/errors.ts';
import type { AuthenticatedTransaction, Service } from '../../platform/http/pipeline/context.ts';
import { openCounts } from '../../platform/open-counts.ts';
import { addressGuard, type AddressGuardOptions } from '../../platform/security/address-guard.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import { safeFetch } from '../../platform/security/safe-fetch.ts';
import { mayEdit } from '../policy.ts';
import * as queries from '../queries.ts';
import { countTests, testedAction } from './connection-queries.ts';
import { connectionSection, type ConnectionValues, connectionValues } from './connection-values.ts';
import { ftpTarget, testFtp } from './ftp.ts';
import { testSalesforce } from './salesforce.ts';
import { splunkTarget, testSplunk } from './splunk.ts';

/** The time limit of a test, including DNS resolution. */
const maxDurationMs = 10_000;
/** Limits of concurrent tests on one server. */
const openTests = { user: 1, organisation: 4, total: 16 };

type Tester = {
  /** Host and port. */
  readonly address: (values: ConnectionValues) => string;
  readonly test: (values: ConnectionValues, signal: AbortSignal) => Promise<ConnectionResult>;
};

/** Tests the connection of a section with its effective values and those of the request. */
export function connectionTestsService(
  keys: Encryption,
  options: AddressGuardOptions,
): Service<typeof connectionTests> {
  const [guard, httpClient] = [addressGuard(options), safeFetch(options)];
  const testers: Readonly<Partial<Record<SectionName, Tester>>> = {
    salesExport: {
      address: ({ url = '' }) => addressOf(ftpTarget(url)),
      test: (values, signal) => testFtp(values, guard, signal),
    },
    salesforce: {
      address: ({ url = '' }) => new URL(url).host,
      test: (values, signal) => testSalesforce(values, httpClient, signal),
    },
    stockTake: { address: splunkTarget, test: (values, signal) => testSplunk(values, httpClient, signal) },
  };
  const open = openCounts(openTests, 'setting.tooManyTests');

  return {
    async run({ actor, transaction, finalTransaction }, { params: { id, section }, body: { fields } }) {
      const close = open({ user: actor.userId, organisation: actor.homeOrgId });
      try {
        const { node, values, secret } = await transaction(async (context) => {
          const found = await findEditableNode(context, id, section);
          await ensureNotTooMany(context);
          return { node: found, ...(await connectionValues(context, found, section, fields, keys)) };
        });
        const { secret: secretField } = connectionSection(section).connection;
        const tester = testers[section]!;
        const address = tester.address(values);
        const startedAt = performance.now();
        const result =
          secret === undefined
            ? 'secretNeeded'
            : await tester.test({ ...values, [secretField]: secret }, AbortSignal.timeout(maxDurationMs));
        const durationMs = Math.round(performance.now() - startedAt);
        return await finalTransaction(async (context) => {
          await auditTest(context, node, { section, server: address, result });
          return { result, address, durationMs };
        });
      } finally {
        close();
      }
    },
  };
}

const addressOf = ({ host, port }: { host: string; port: number }) =>
  `${host.includes(':') ? `[${host}]` : host}:${port}`;

/** A node of the actor's scope whose section they may change. */
async function findEditableNode({ db, actor }: AuthenticatedTransaction, id: string, name: SectionName) {
  const node = await queries.findSettingNode(db, actor.scope, id);
  ensure(node, 'node.unknown');
  ensure(mayEdit(actor, sectionOf(name), node), 'setting.notYours');
  return node;
}

async function ensureNotTooMany({ db, actor }: AuthenticatedTransaction): Promise<void> {
  const { user, organisation } = await countTests(db, actor.scope, actor.userId);
  if (user < connectionTestLimits.user && organisation < connectionTestLimits.organisation) return;
  throw new ApiError('setting.tooManyTests', { retryAfter: connectionTestLimits.minutes * 60 });
}

/** Records a test without the values that it used. */
async function auditTest(
  { db, actor, origin }: AuthenticatedTransaction,
  { id, tpath, nodeType }: queries.SettingNode,
  after: { section: SectionName; server: string; result: ConnectionResult },
): Promise<void> {
  await insertAudit(db, actor.scope, origin, {
    action: testedAction,
    entity: nodeType === 'ORGANIZATION' || nodeType === 'GLOBAL' ? 'organisation' : 'node',
    entityId: id,
    tpath,
    actorId: actor.userId,
    sessionId: actor.sessionId,
    after,
  });
}
