import { errors, type ErrorCode } from '@storeward/contract/errors';
import { normalised } from '@storeward/contract/fields';
import type { ImportDoors, ImportRun } from '@storeward/contract/imports';
import type { NodeId } from '@storeward/contract/nodes';
import {
  bulkLimits,
  type BulkOrder,
  type bulkOverrides,
  type BulkTask,
  codesIn,
} from '@storeward/contract/settings/bulk-override';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Context, Service } from '../platform/context.ts';
import { demand, Refusal } from '../platform/errors.ts';
import type { BulkPlace } from './bulk-queries.ts';
import * as bulk from './bulk-queries.ts';
import { groundOf, judgeOf } from './bulk-rules.ts';
import { mayEdit } from './policy.ts';
import * as queries from './queries.ts';
import { inForce } from './resolve.ts';

/** What bulk overrides stand on: the doors of whatever runs in the background, and a way to begin something there. */
export type BulkParts = {
  readonly runs: Pick<Service<ImportDoors>, 'list' | 'get' | 'rows' | 'start' | 'stop' | 'undo'>;
  readonly begin: (
    context: Context,
    made: {
      readonly name: string;
      readonly columns: string[];
      readonly task: BulkTask;
      readonly rows: readonly {
        readonly row: number;
        readonly cells: readonly string[];
        readonly rank: number;
        readonly key: string;
        readonly leansOn: string;
        readonly entityId: string;
      }[];
    },
  ) => Promise<ImportRun>;
};

const judgedAtOnce = 2_000;
/** How many unknown codes are told one by one. */
const codesTold = 100;

/** Settings of many places at once, from one above them. */
export function bulkOverridesService({ runs, begin }: BulkParts): Service<typeof bulkOverrides> {
  const { list, get, rows, start, stop, undo } = runs;
  return {
    list,

    async preview(context, { body }) {
      const { task, targets } = await understood(context, body);
      const outcomes = { changes: 0, unchanged: 0, refused: 0 };
      const faults = new Map<string, number>();
      for (let from = 0; from < targets.length; from += judgedAtOnce) {
        const ids = targets.slice(from, from + judgedAtOnce).map(({ id }) => id);
        const ground = await groundOf(context, task.source.id, ids, task.sections, { held: false });
        const verdict = judgeOf(context.actor, task, ground);
        for (const id of ids) {
          const said = verdict(id);
          if ('fault' in said) faults.set(said.fault, (faults.get(said.fault) ?? 0) + 1);
          outcomes['fault' in said ? 'refused' : said.wishes.length > 0 ? 'changes' : 'unchanged'] += 1;
        }
      }
      return {
        source: task.source,
        placeCount: targets.length,
        storeCount: targets.filter(({ nodeType }) => nodeType === 'STORE').length,
        ...outcomes,
        faults: [...faults].map(([messageCode, count]) => ({ messageCode, count })),
      };
    },

    async create(context, { body }) {
      const { task, targets } = await understood(context, body);
      return begin(context, {
        name: task.source.name,
        columns: ['code', 'name'],
        task,
        rows: targets.map(({ id, code, key, name, depth }, at) => ({
          row: at + 1,
          cells: [code, name],
          // a place is changed before those below it, which may be bound by what it says then
          rank: depth,
          key,
          leansOn: '',
          entityId: id,
        })),
      });
    },

    get,
    rows,
    start,
    stop,
    undo,
  };
}

/** What is asked for, with the values as they stand and the places that it is about. */
async function understood(context: Context, order: BulkOrder): Promise<{ task: BulkTask; targets: BulkPlace[] }> {
  const { db, actor } = context;
  demand(actor.rootNode && actor.rootNode.nodeType !== 'GLOBAL', 'import.notGlobal');
  const source = await queries.findSettingPlace(db, actor.scope, order.sourceId);
  demand(source, 'node.unknown');
  const sections = [...new Set(order.sections)];
  // what may be chosen stands below an organisation
  for (const section of sections) demand(mayEdit(actor, sectionOf(section), { nodeType: 'STORE' }), 'setting.notYours');
  const targets = await targetsOf(context, source, order);
  demand(targets.length > 0, 'bulk.noTargets');
  demand(targets.length <= bulkLimits.places, 'bulk.tooMany');
  const values = order.action === 'push' ? await valuesAt(context, source, sections) : {};
  demand(order.action === 'clear' || Object.keys(values).length > 0, 'bulk.nothingToPush');
  const place = { id: source.id as NodeId, name: source.name, nodeType: source.nodeType };
  return { task: { action: order.action, source: place, sections, values, reason: order.reason || null }, targets };
}

/** What is in force at a place, section by section, as far as anybody has set it; never a secret. */
async function valuesAt(
  { db, actor }: Context,
  { id, now }: queries.SettingPlace,
  sections: readonly SectionName[],
): Promise<BulkTask['values']> {
  const told = await queries.listTold(db, actor.scope, [id], sections, now);
  const of = inForce(told.map(({ section, field, value, mode }) => [section, field, value, mode]));
  const named = sections.map((section) => {
    const { fields } = sectionOf(section);
    return [section, Object.entries(of(section)).filter(([field]) => fields[field]?.kind !== 'secret')] as const;
  });
  return Object.fromEntries(
    named.flatMap(([section, values]) => (values.length > 0 ? [[section, Object.fromEntries(values)]] : [])),
  );
}

/** The places that are meant, all of them below the one that the settings come from. */
async function targetsOf(
  { db, actor: { scope } }: Context,
  source: queries.SettingPlace,
  { nodeIds, codes, storesOnly }: BulkOrder,
): Promise<BulkPlace[]> {
  const limit = bulkLimits.places + 1;
  if (nodeIds) {
    const tops = await bulk.listPlaces(db, scope, nodeIds, { held: false });
    demand(
      nodeIds.every((id) => tops.has(id)),
      'node.unknown',
    );
    demand(
      [...tops.values()].every(({ tpath }) => tpath.startsWith(source.tpath)),
      'bulk.notBelow',
    );
    return bulk.listSubtrees(db, scope, source, [...tops.values()], { storesOnly, limit });
  }
  const written = new Map(codesIn(codes ?? '').map((code) => [normalised(code), code]));
  demand(written.size <= bulkLimits.places, 'bulk.tooMany');
  const found = await bulk.listCoded(db, scope, source, [...written.keys()]);
  const known = new Set(found.map(({ key }) => key));
  const unknown = [...written].flatMap(([key, code]) => (known.has(key) ? [] : [code]));
  if (unknown.length > 0)
    throw new Refusal('bulk.unknownCodes', { errors: unknown.slice(0, codesTold).map(unknownCode) });
  return found;
}

const unknownCode = (code: string) => {
  const messageCode: ErrorCode = 'bulk.unknownCodes';
  return { path: code, messageCode, message: errors[messageCode].text };
};
