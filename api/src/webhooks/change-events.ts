import type { SectionName } from '@storeward/contract/settings/sections';
import type { ConfigurationMessage, WebhookId } from '@storeward/contract/webhooks/webhook-messages';
import type { Scope } from '../platform/actor.ts';
import type { ChangeEvents } from '../platform/http/pipeline/context.ts';
import type { Db } from '../platform/database/db.ts';
import { newId } from '../platform/database/ids.ts';
import { createYield } from '../platform/time-slices.ts';
import * as queries from './change-event-queries.ts';
import {
  type Differences,
  mergeDifferences,
  overlaps,
  type StoreCountTerm,
  storeCountTerms,
} from './effective-change.ts';
import { insertMessages } from './message-queries.ts';
import {
  type Changes,
  type ChangesInSpan,
  type DifferencesBySection,
  findDifferencesBySection,
  maxComparedValues,
  outermostPaths,
  pathsAboveNode,
} from './section-differences.ts';

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
