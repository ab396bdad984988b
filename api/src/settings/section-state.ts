import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import type { NodeId } from '@storeward/contract/nodes';
import { redact } from '@storeward/contract/settings/kinds/registry';
import type { PlannedValue, FieldState, SectionState } from '@storeward/contract/settings/engine/section-state';
import type { SettingField } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Actor } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { listAuthors } from './changes/change-queries.ts';
import { listDrafts } from './changes/draft-queries.ts';
import { inheritanceOf } from './inheritance/field-inheritance.ts';
import { pathEntries } from './path-entries.ts';
import { mayEdit, mayBulkOverride } from './policy.ts';
import * as queries from './queries.ts';

type DraftFields = NonNullable<SectionState['draft']>['fields'];

/** The explanation of a section at a node, now or at a time. */
export async function sectionState(
  context: StateContext,
  node: queries.SettingNode,
  name: SectionName,
  at: string | undefined,
): Promise<SectionState> {
  const [state] = await sectionStates(context, node, [name], at);
  return state!;
}

type StateContext = { readonly db: Db; readonly actor: Actor };

/** The explanations of sections at a node, now or at a time. */
export async function sectionStates(
  { db, actor }: StateContext,
  node: queries.SettingNode,
  names: readonly SectionName[],
  at: string | undefined,
): Promise<SectionState[]> {
  const { scope } = actor;
  const timestamp = at ?? node.now;
  const [explanations, ownValues, versionOf, drafts] = await Promise.all([
    queries.listExplanations(db, scope, [node.id], names, timestamp),
    queries.listOwnValues(db, scope, node.id, names, timestamp),
    queries.findVersions(db, scope, node.id, names),
    listDrafts(db, scope, node.id, names, actor.userId),
  ]);
  const planned = at === undefined ? listPlanned(ownValues, timestamp) : [];
  const authors = await listAuthors(
    db,
    scope,
    planned.map(({ changeId }) => changeId),
  );
  const comingTo = (name: SectionName) => (field: string, definition: SettingField) =>
    planned
      .filter(({ section }) => section === name)
      .map((entry) => ({ ...entry, ...parseFieldName(entry.field) }))
      .filter((entry) => entry.field === field)
      .map(({ field: _, section: __, row, ...entry }) => ({
        ...entry,
        ...(row !== undefined && { row }),
        value: redact(definition, entry.value),
        ...(authors.get(entry.changeId) ?? { by: null, byWhom: null, reason: null }),
      }));
  return names.map((name) => {
    const ofSection = explanations.filter(({ section }) => section === name);
    const fields = fieldStates(name, node.id, ofSection, comingTo(name));
    const isOverride = Object.values(fields).some(({ own }) => own !== null);
    const canEdit = at === undefined && mayEdit(actor, sectionOf(name), { nodeType: node.nodeType, own: isOverride });
    const draft = canEdit ? drafts.find(({ section }) => section === name) : undefined;
    return {
      section: name,
      place: { id: node.id as NodeId, name: node.name, nodeType: node.nodeType },
      timeZone: node.timeZone,
      at: at ?? null,
      isOverride,
      ...versionOf(name),
      fields,
      draft: draft ? { fields: draft.draft as DraftFields, updatedDate: draft.updatedDate } : null,
      can: { edit: canEdit, push: canEdit && mayBulkOverride(actor) && node.nodeType !== 'STORE' },
    };
  });
}

/** The explanations of all fields of a section from the values along the path. */
export function fieldStates(
  section: SectionName,
  targetId: string,
  explanations: readonly queries.Explanation[],
  comingTo: (field: string, definition: SettingField) => PlannedValue[] = () => [],
): Record<string, FieldState> {
  return Object.fromEntries(
    Object.entries(sectionOf(section).fields).map(([field, definition]) => {
      const entries = pathEntries(field, explanations);
      return [field, inheritanceOf(definition).explain(definition, targetId, entries, comingTo(field, definition))];
    }),
  );
}

/** A planned value without its author. */
type PlannedEntry = Omit<PlannedValue, 'by' | 'byWhom' | 'reason'> & {
  readonly section: SectionName;
  readonly field: string;
};

/** Future starts of values, and future ends that no other value follows, by time. */
function listPlanned(ownValues: readonly queries.TimedValue[], now: string): PlannedEntry[] {
  const planned = ownValues.flatMap(
    ({ section, field, from, until, changeId, closedBy, value, mode }): PlannedEntry[] => [
      ...(Date.parse(from) > Date.parse(now) && changeId
        ? [{ section, field, changeId, from, own: true, value, mode }]
        : []),
      ...(until &&
      closedBy &&
      !ownValues.some((next) => next.section === section && next.field === field && next.from === until)
        ? [{ section, field, changeId: closedBy, from: until, own: false, value: null, mode: 'free' as const }]
        : []),
    ],
  );
  return planned.sort((entry, next) => Date.parse(entry.from) - Date.parse(next.from));
}
