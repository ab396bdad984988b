import { redact } from '@storeward/contract/settings/kinds/registry';
import type { FieldChange } from '@storeward/contract/settings/engine/section-state';
import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { storedFieldOf } from '@storeward/contract/settings/engine/section';
import { pageParams } from '@storeward/contract/paging';
import type { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { encodeCursor, pageOf, decodeCursor } from '../../platform/database/cursor-pagination.ts';
import type { Encryption } from '../../platform/security/encryption.ts';
import { auditSettings } from '../commands/apply.ts';
import { changeSection, lockNode } from './change.ts';
import * as changes from './change-queries.ts';
import { type DesiredFields, mayView } from '../policy.ts';
import * as queries from '../queries.ts';
import { sectionState } from '../section-state.ts';

type HistoryEndpoints = Pick<Service<typeof nodeSettings>, 'history' | 'rollback' | 'withdraw'>;

const order = 'version';

/** History, rollback and withdrawal of changes. */
export const historyEndpoints = (keys: Encryption): HistoryEndpoints => ({
  async history({ db, actor }, { params: { id, section }, query }) {
    const { scope } = actor;
    const page = pageParams(query, 'date:desc');
    const cursor = decodeCursor(page.cursor, order);
    ensure(await queries.findSettingNode(db, scope, id), 'node.unknown');
    ensure(mayView(actor, sectionOf(section)), 'setting.notShown');
    const before = cursor ? Number(cursor.after) : undefined;
    const [rows, total] = await Promise.all([
      changes.listChanges(db, scope, id, section, { limit: page.limit, before }),
      changes.countChanges(db, scope, id, section),
    ]);
    const fields = await changes.listFieldChanges(
      db,
      scope,
      rows.map((row) => row.id),
    );
    return pageOf(
      rows,
      page.limit,
      { total },
      (last) => encodeCursor(order, { after: String(last.version), id: last.id }),
      (row) => ({
        ...row,
        fields: fields.filter(({ changeId }) => changeId === row.id).map((change) => readableChange(section, change)),
      }),
    );
  },

  async rollback(context, { params: { id, section }, body, version }) {
    const { db, actor } = context;
    const locked = await lockNode(context, id, section, version);
    const { changeId, at, fields, reason } = body;
    const previousValues = changeId ? await valuesBefore(changeId) : await valuesAt(at ?? '');
    const isNamed = (stored: string, name: string) => stored === name || parseFieldName(stored).field === name;
    if (fields)
      for (const field of fields)
        ensure(
          Object.keys(previousValues).some((stored) => isNamed(stored, field)),
          storedFieldOf(sectionOf(section), field) ? 'setting.unknownChange' : 'setting.unknownField',
        );
    const desired = Object.fromEntries(
      Object.entries(previousValues).filter(([stored]) => !fields || fields.some((field) => isNamed(stored, field))),
    );
    ensure(Object.keys(desired).length > 0, 'setting.unknownChange');
    return changeSection(
      context,
      locked,
      section,
      desired,
      { reason: reason || null, begins: undefined, fromStorage: true },
      keys,
    );

    /** The values of a change's fields before it. */
    async function valuesBefore(targetId: string): Promise<DesiredFields> {
      const storedChange = await changes.findChange(db, actor.scope, id, section, targetId);
      ensure(storedChange && storedChange.begun && !storedChange.withdrawn, 'setting.unknownChange');
      const rows = await changes.listFieldChanges(db, actor.scope, [targetId]);
      return Object.fromEntries(
        knownFields(
          section,
          rows.map(({ field, before }) => [field, before]),
        ),
      );
    }

    /** The node's own values of a section at a time; null for fields without one. */
    async function valuesAt(timestamp: string): Promise<DesiredFields> {
      const [rows, currentRows] = await Promise.all([
        queries.listOwnValuesAt(db, actor.scope, id, section, timestamp),
        queries.listOwnValuesAt(db, actor.scope, id, section, locked.node.now),
      ]);
      const unsetNames = [...Object.keys(sectionOf(section).fields), ...currentRows.map(({ field }) => field)];
      const unsetFields = unsetNames.map((field) => [field, null] as const);
      const storedFields = rows.map(({ field, value, mode }) => [field, { value, mode }] as const);
      return Object.fromEntries(knownFields(section, [...unsetFields, ...storedFields]));
    }
  },

  async withdraw(context, { params: { id, section, changeId } }) {
    const { db, actor } = context;
    const { node } = await lockNode(context, id, section, undefined);
    const change = await changes.findChange(db, actor.scope, id, section, changeId);
    ensure(change && !change.withdrawn, 'setting.unknownChange');
    ensure(!change.begun, 'setting.begun');
    const fields = await changes.listFieldChanges(db, actor.scope, [changeId]);
    await changes.withdrawChange(db, actor.scope, change, actor.userId);
    const audited = Object.fromEntries(fields.map(({ field, after }) => [field, after]));
    const before = Object.fromEntries(fields.map(({ field }) => [field, null]));
    const details = { begins: change.begins, withdrawn: true, reason: null };
    await auditSettings(context, [{ node, updates: [{ section, before, audited }] }], details);
    return sectionState(context, node, section, undefined);
  },
});

/** Leaves out fields that the section no longer defines. */
const knownFields = <T>(section: SectionName, fields: readonly (readonly [string, T])[]) =>
  fields.filter(([field]) => storedFieldOf(sectionOf(section), field) !== undefined);

/** A stored change of a field as responses contain it: the row of a list by its id, and no secrets. */
export const readableChange = (section: SectionName, { field, before, after }: FieldChange): FieldChange => ({
  ...historyName(field),
  before: redactStored(section, field, before),
  after: redactStored(section, field, after),
});

/** The field, and the row of a list, that a value was stored for. */
function historyName(stored: string): { field: string; row?: string } {
  const { field, row } = parseFieldName(stored);
  return row === undefined ? { field } : { field, row };
}

/** The stored value as responses contain it. */
function redactStored<T extends { value: unknown } | null>(section: SectionName, field: string, stored: T): T {
  const definition = storedFieldOf(sectionOf(section), field);
  return stored && definition ? { ...stored, value: redact(definition, stored.value) } : stored;
}
