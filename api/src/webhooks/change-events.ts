import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { isSecret } from '@storeward/contract/settings/kinds/registry';
import { fieldOf, type SettingField } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { ConfigurationMessage, WebhookId } from '@storeward/contract/webhooks/webhook-messages';
import type { Scope } from '../platform/actor.ts';
import type { ChangeEvents } from '../platform/http/pipeline/context.ts';
import type { Db } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';
import {
  type Differences,
  everywhereBelow,
  findDifferences,
  overlaps,
  type ValueChange,
  type StoreCountTerm,
  storeCountTerms,
  mergeDifferences,
} from './effective-change.ts';
import { createYield, type YieldIfDue } from '../platform/time-slices.ts';
import { insertMessages } from './message-queries.ts';
import * as queries from './change-event-queries.ts';

/**
 * Values that are read and compared for the events of one batch, over all their fields. Sections with more count as
 * changed everywhere below their changes, so that the memory and the time of a change near the root are limited.
 */
const maxComparedValues = 150_000;

/**
 * Queues one message for each webhook whose stores are affected by the events, and deletes the events. Without
 * `comparesValues` all stores below the changes count as affected.
 */
export async function queueMessagesForEvents(
  db: Db,
  { scope, from, until, events }: ChangeEvents,
  { comparesValues }: { comparesValues: boolean },
): Promise<void> {
  const webhooks = await queries.listActiveWebhooks(db, scope);
  if (webhooks.length > 0) {
    const changes = await collectChanges(db, scope, events, comparesValues);
    const roots = outermostPaths(changes.paths);
    const affectedWebhooks = webhooks.filter(({ tpath }) => overlaps(roots, tpath));
    if (affectedWebhooks.length > 0)
      await queueMessages(db, scope, affectedWebhooks, { ...changes, roots, span: { from, until } });
  }
  await queries.deleteEvents(
    db,
    scope,
    events.map(({ id }) => id),
  );
}

type Changes = {
  /** Undefined if values are not compared. */
  readonly changedFields: readonly queries.ChangedField[] | undefined;
  readonly changedSections: readonly queries.ChangedSection[];
  readonly changeIds: readonly string[];
  /** Moved nodes, each with the ids of its previous ancestors. */
  readonly movedNodes: readonly { readonly path: string; readonly previousAncestorIds: readonly string[] }[];
  /** Paths of all changed and moved nodes. */
  readonly paths: readonly string[];
};

async function collectChanges(
  db: Db,
  scope: Scope,
  events: ChangeEvents['events'],
  comparesValues: boolean,
): Promise<Changes> {
  const changeIds = events.flatMap((event) => event.changeIds);
  // each field has at least one value
  const changedFields = comparesValues
    ? await queries.listChangedFields(db, scope, changeIds, maxComparedValues)
    : undefined;
  const changedSections = changedFields ?? (await queries.listChangedSections(db, scope, changeIds));
  const paths = await queries.listPaths(
    db,
    scope,
    events.flatMap(({ movedId }) => movedId ?? []),
  );
  // a node moved more than once counts with its first position
  const movedNodes = new Map<string, Changes['movedNodes'][number]>();
  for (const { movedId, previousAncestorIds } of events) {
    const path = paths.get(movedId ?? '');
    if (path !== undefined && !movedNodes.has(path)) movedNodes.set(path, { path, previousAncestorIds });
  }
  const changedPaths = [...new Set([...changedSections.map(({ tpath }) => tpath), ...movedNodes.keys()])];
  return { changedFields, changedSections, changeIds, movedNodes: [...movedNodes.values()], paths: changedPaths };
}

/** Paths that are not below another one. */
function outermostPaths(paths: readonly string[]): string[] {
  const outermost: string[] = [];
  for (const path of paths.toSorted())
    if (!outermost.length || !path.startsWith(outermost.at(-1)!)) outermost.push(path);
  return outermost;
}

/** The paths of a node's ancestors, from the root down. */
const pathsAboveNode = (path: string): string[] =>
  [...path.matchAll(/\./g)].map(({ index }) => path.slice(0, index + 1)).filter((ancestor) => ancestor !== path);

type ChangesInSpan = Changes & { readonly roots: readonly string[]; readonly span: queries.Span };

async function queueMessages(
  db: Db,
  scope: Scope,
  webhooks: readonly queries.ActiveWebhook[],
  changes: ChangesInSpan,
): Promise<void> {
  const yieldIfDue = createYield();
  const differencesFor = memoiseBySubscription(
    await findDifferencesBySection(db, scope, webhooks, changes, yieldIfDue),
  );
  const counted: { webhook: queries.ActiveWebhook; terms: readonly SectionTerms[] }[] = [];
  const paths = new Set<string>();
  for (const webhook of webhooks) {
    await yieldIfDue();
    const terms = differencesFor(webhook.sections).map(({ section, differences }) => ({
      section,
      countTerms: storeCountTerms(differences, webhook.tpath),
    }));
    for (const { countTerms } of terms) for (const { path } of countTerms) paths.add(path);
    counted.push({ webhook, terms });
  }
  const stores = await queries.countStores(db, scope, [...paths]);
  const sum = (terms: readonly StoreCountTerm[]) =>
    terms.reduce((total, { path, sign }) => total + sign * (stores.get(path) ?? 0), 0);
  const ancestorPath = lowestCommonAncestor(changes.paths);
  const node = await queries.findMessageNode(db, scope, ancestorPath);
  if (!node) return;
  const messages = counted.flatMap(({ webhook, terms }) => {
    const storeCounts = terms.map(({ section, countTerms }) => ({ section, count: sum(countTerms) }));
    const sections = storeCounts.flatMap(({ section, count }) => (section !== undefined && count > 0 ? [section] : []));
    const count = storeCounts.find(({ section }) => section === undefined)?.count ?? 0;
    if (count === 0) return [];
    // a webhook below the change reads the values of its own node
    const nodeId = webhook.tpath.startsWith(ancestorPath) ? webhook.nodeId : node.node.id;
    const message: ConfigurationMessage = {
      id: newId(),
      time: node.time,
      kind: 'configuration.changed',
      webhookId: webhook.id as WebhookId,
      place: node.node,
      sections,
      from: new Date(changes.span.from).toISOString(),
      stores: count,
      fetch: sections.map((section) => ({
        section,
        path: `/node-management/node/${nodeId}/settings/${section}/places`,
      })),
    };
    return [{ message, tpath: webhook.tpath }];
  });
  if (messages.length > 0) await insertMessages(db, scope, messages);
}

function lowestCommonAncestor([first = '', ...more]: readonly string[]): string {
  return (
    [...pathsAboveNode(first), first].findLast((path) => more.every((candidate) => candidate.startsWith(path))) ?? ''
  );
}

type DifferencesBySection = ReadonlyMap<SectionName, Differences>;

/** The differences by section. Sections without a subscribed webhook are skipped. */
async function findDifferencesBySection(
  db: Db,
  scope: Scope,
  webhooks: readonly queries.ActiveWebhook[],
  { changedFields, changedSections, changeIds, movedNodes, roots, span }: ChangesInSpan,
  yieldIfDue: YieldIfDue,
): Promise<DifferencesBySection> {
  const ancestorPaths = [...new Set(roots.flatMap(pathsAboveNode))];
  const previousAncestorIds = [...new Set(movedNodes.flatMap((node) => node.previousAncestorIds))];
  // moving a node can change any field that an old or new ancestor sets
  const fieldsWithValues =
    movedNodes.length > 0
      ? await queries.listFieldsWithValues(db, scope, { ancestorPaths, previousAncestorIds }, span)
      : [];
  const fields = new Map(
    [...(changedFields ?? []), ...fieldsWithValues].map(({ section, field }) => [
      `${section}.${field}`,
      { section, field },
    ]),
  );
  const differences = new Map<SectionName, Differences[]>();
  const uncompared = new Set(
    changedFields ? [] : [...changedSections, ...fieldsWithValues].map(({ section }) => section),
  );
  let left = maxComparedValues;
  for (const field of fields.values()) {
    const isSubscribed = webhooks.some(({ sections }) => sections?.includes(field.section) ?? true);
    const definition = fieldOf(sectionOf(field.section), field.field);
    if (!isSubscribed || !definition || uncompared.has(field.section)) continue;
    const rows = await queries.listFieldValues(
      db,
      scope,
      field,
      { roots, ancestorPaths, previousAncestorIds },
      { ...span, changeIds, limit: left },
    );
    if (!rows) {
      uncompared.add(field.section);
      continue;
    }
    left -= rows.length;
    const values = rows.map((row) => ({
      ...row,
      node: row.nodeId,
      row: parseFieldName(row.field).row,
      value: isErasedSecret(definition, row) ? { erased: true } : row.value,
    }));
    const fieldDifferences = await findFieldDifferences(definition, values, { roots, movedNodes }, yieldIfDue);
    if (fieldDifferences.some(([, differs]) => differs))
      differences.set(field.section, [...(differences.get(field.section) ?? []), fieldDifferences]);
  }
  const changesBySection = Map.groupBy(changedSections, ({ section }) => section);
  for (const section of uncompared) {
    const changedPaths = (changesBySection.get(section) ?? []).map(({ tpath }) => tpath);
    const movedPaths = fieldsWithValues.some((field) => field.section === section)
      ? movedNodes.map(({ path }) => path)
      : [];
    differences.set(section, [everywhereBelow(outermostPaths([...changedPaths, ...movedPaths]))]);
  }
  return new Map([...differences].map(([section, fieldDifferences]) => [section, mergeDifferences(fieldDifferences)]));
}

/** A deleted secret has been erased from its past value, which still differs from no value. */
const isErasedSecret = (field: SettingField, { value, appliesBefore, ended }: queries.FieldValueRow): boolean =>
  isSecret(field) && value === null && appliesBefore && ended;

async function findFieldDifferences(
  field: SettingField,
  values: readonly (ValueChange & { readonly nodeId: string })[],
  { roots, movedNodes }: Pick<ChangesInSpan, 'roots' | 'movedNodes'>,
  yieldIfDue: YieldIfDue,
): Promise<Differences> {
  const valuesByPath = Map.groupBy(values, ({ path }) => path);
  const valuesByNode = Map.groupBy(values, ({ nodeId }) => nodeId);
  const rootPaths = new Set(roots);
  const rootOf = (path: string) => [...pathsAboveNode(path), path].find((candidate) => rootPaths.has(candidate));
  const valuesByRoot = Map.groupBy(values, ({ path }) => rootOf(path));
  const movedByRoot = Map.groupBy(movedNodes, ({ path }) => rootOf(path));
  const differences: Differences[number][] = [];
  for (const root of roots) {
    const inputs = {
      above: pathsAboveNode(root).flatMap((path) => valuesByPath.get(path) ?? []),
      values: valuesByRoot.get(root) ?? [],
      movedNodes: (movedByRoot.get(root) ?? []).map(({ path, previousAncestorIds }) => ({
        path,
        inheritedBefore: previousAncestorIds
          .flatMap((id) => valuesByNode.get(id) ?? [])
          .filter(({ appliesBefore }) => appliesBefore),
      })),
    };
    for (const difference of await findDifferences(field, root, inputs, yieldIfDue)) differences.push(difference);
  }
  return differences;
}

type SectionTerms = { readonly section: SectionName | undefined; readonly countTerms: readonly StoreCountTerm[] };

/**
 * Returns the differences of each subscribed section and of all together; cached for webhooks with equal subscriptions.
 */
function memoiseBySubscription(differences: DifferencesBySection) {
  type SubscribedDifferences = readonly {
    readonly section: SectionName | undefined;
    readonly differences: Differences;
  }[];
  const cache = new Map<string, SubscribedDifferences>();
  return (sections: queries.ActiveWebhook['sections']): SubscribedDifferences => {
    const subscribed = [...differences].filter(([section]) => sections?.includes(section) ?? true);
    const key = subscribed.map(([section]) => section).join();
    const cached = cache.get(key);
    if (cached) return cached;
    const bySection = subscribed.map(([section, sectionDifferences]) => ({ section, differences: sectionDifferences }));
    const combined = {
      section: undefined,
      differences: mergeDifferences(subscribed.map(([, sectionDifferences]) => sectionDifferences)),
    };
    const result = subscribed.length > 0 ? [...bySection, combined] : [];
    cache.set(key, result);
    return result;
  };
}
