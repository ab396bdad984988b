import { fieldOf } from '@storeward/contract/settings/section';
import { pageWanted } from '@storeward/contract/paging';
import type { nodeSettings } from '@storeward/contract/settings/node-settings';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { cursorFor, pageOf, readCursor } from '../platform/paged.ts';
import type { Sealing } from '../platform/sealing.ts';
import { changeSection, heldPlace, type WantedFields, writeDown } from './change.ts';
import * as changes from './change-queries.ts';
import { mayView } from './policy.ts';
import * as queries from './queries.ts';
import { sectionState } from './state.ts';

type Doors = Pick<Service<typeof nodeSettings>, 'history' | 'rollback' | 'withdraw'>;

const order = 'version';

/** What was changed at a place, and how it is put back. */
export const historyOf = (keys: Sealing): Doors => ({
  async history({ db, actor }, { params: { id, section }, query }) {
    const { scope } = actor;
    const wanted = pageWanted(query, 'date:desc');
    const cursor = readCursor(wanted.cursor, order);
    demand(await queries.findSettingPlace(db, scope, id), 'node.unknown');
    demand(mayView(actor, sectionOf(section)), 'setting.notShown');
    const before = cursor ? Number(cursor.after) : undefined;
    const [rows, total] = await Promise.all([
      changes.listChanges(db, scope, id, section, { limit: wanted.limit, before }),
      changes.countChanges(db, scope, id, section),
    ]);
    const fields = await changes.listFieldChanges(
      db,
      scope,
      rows.map((row) => row.id),
    );
    return pageOf(
      rows,
      wanted.limit,
      { total },
      (last) => cursorFor(order, { after: String(last.version), id: last.id }),
      (row) => ({
        ...row,
        fields: fields
          .filter(({ changeId }) => changeId === row.id)
          .map(({ field, before: was, after }) => ({
            field,
            before: hidden(section, field, was),
            after: hidden(section, field, after),
          })),
      }),
    );
  },

  async rollback(context, { params: { id, section }, body, version }) {
    const { db, actor } = context;
    const held = await heldPlace(context, id, section, version);
    const { changeId, at, fields, reason } = body;
    const back = changeId ? await beforeChange(changeId) : await asOf(at ?? '');
    if (fields)
      for (const field of fields)
        demand(
          Object.hasOwn(back, field),
          fieldOf(sectionOf(section), field) ? 'setting.unknownChange' : 'setting.unknownField',
        );
    const wanted = Object.fromEntries(Object.entries(back).filter(([field]) => !fields || fields.includes(field)));
    demand(Object.keys(wanted).length > 0, 'setting.unknownChange');
    return changeSection(
      context,
      held,
      section,
      wanted,
      { reason: reason || null, begins: undefined, sealedAlready: true },
      keys,
    );

    /** What each field of a change was before it. */
    async function beforeChange(change: string): Promise<WantedFields> {
      const found = await changes.findChange(db, actor.scope, id, section, change);
      demand(found && found.begun && !found.withdrawn, 'setting.unknownChange');
      const rows = await changes.listFieldChanges(db, actor.scope, [change]);
      return Object.fromEntries(
        known(
          section,
          rows.map(({ field, before }) => [field, before]),
        ),
      );
    }

    /** What every field of a section was at a moment. */
    async function asOf(moment: string): Promise<WantedFields> {
      const rows = await queries.listOwnAt(db, actor.scope, id, section, moment);
      const nothing = Object.keys(sectionOf(section).fields).map((field) => [field, null] as const);
      const then = rows.map(({ field, value, mode }) => [field, { value, mode }] as const);
      return Object.fromEntries([...nothing, ...known(section, then)]);
    }
  },

  async withdraw(context, { params: { id, section, changeId } }) {
    const { db, actor } = context;
    const { place } = await heldPlace(context, id, section, undefined);
    const change = await changes.findChange(db, actor.scope, id, section, changeId);
    demand(change && !change.withdrawn, 'setting.unknownChange');
    demand(!change.begun, 'setting.begun');
    const fields = await changes.listFieldChanges(db, actor.scope, [changeId]);
    await changes.withdrawChange(db, actor.scope, change, actor.userId);
    const planned = fields.map(({ field, after }) => [field, after] as const);
    await writeDown(context, place, section, planned, new Map(), {
      reason: null,
      begins: change.begins,
      withdrawn: true,
    });
    return sectionState(context, place, section, undefined);
  },
});

/** What a section does not know any more cannot be put back. */
const known = <T>(section: SectionName, fields: readonly (readonly [string, T])[]) =>
  fields.filter(([field]) => fieldOf(sectionOf(section), field) !== undefined);

const hidden = <T extends { value: unknown } | null>(section: SectionName, field: string, said: T): T =>
  said && fieldOf(sectionOf(section), field)?.kind === 'secret' ? { ...said, value: null } : said;
