import type { ErrorCode } from '@storeward/contract/errors';
import { normalised } from '@storeward/contract/fields';
import type { CellFault } from '@storeward/contract/imports';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { modeColumn, secretColumns, settingColumns, valueColumn } from '@storeward/contract/settings/setting-files';
import type { FileRow, ImportContext, ImportKind, Judgement, ReadRow } from '../imports/kind.ts';
import type { Actor } from '../platform/actor.ts';
import { type PlaceChange, takeBack, writePlaces } from './bulk-changes.ts';
import * as bulk from './bulk-queries.ts';
import { type Above, type Ground, groundOf, pathsFrom, type Planned, type SectionWish } from './bulk-rules.ts';
import { faultsTogether, same } from './change.ts';
import { readCells } from './import-cells.ts';
import { mayEdit, mayPush, valueFault } from './policy.ts';

type Rows = (keys: readonly string[]) => Promise<ReadonlyMap<string, FileRow>>;

/** Settings of places by the thousand from a file, by the rules by which those of one place are changed on the screen. */
export const settingImport: ImportKind<PlaceChange> = {
  name: 'settings',
  columns: settingColumns,
  alsoCalled: {
    code: 'id storeid storecode storenumber nummer filialnummer codemagasin winkelnummer codicenegozio 代码 编号 门店编号 コード 店舗コード',
    name: 'storename filiale magasin winkel negozio 名称 门店名称 店舗名',
  },
  neverTaken: secretColumns,
  keyColumn: 'code',
  leanColumn: 'code',
  lastRank: 0,
  undoNeeds: { created: [], updated: ['BULK_OVERRIDE'] },

  placeOf: (cells) => ({ key: normalised(cells.get('code') ?? ''), leansOn: '', rank: 0 }),

  // what a place says may bind those below it, so it comes before them
  async ranksOf(db, scope, keys) {
    return new Map((await bulk.listByCode(db, scope, keys)).map(({ key, depth }) => [key, depth]));
  },

  // each place is held by its own row
  hold: async () => true,

  async judge(context, rows, inFile) {
    const { db, actor, writing } = context;
    const found = await bulk.listByCode(
      db,
      actor.scope,
      rows.flatMap(({ key }) => key || []),
    );
    const byKey = new Map(found.map((place) => [place.key, place]));
    const sections = sectionNames.filter((name) =>
      [...(rows[0]?.cells.keys() ?? [])].some((column) => column.startsWith(`${name}.`)),
    );
    const top = actor.rootNode?.id ?? '';
    const planned = writing ? undefined : await plannedAbove(context, found, sections, inFile);
    const ground = await groundOf(
      context,
      top,
      found.map(({ id }) => id),
      sections,
      { held: writing, ...(planned && { planned }) },
    );
    return rows.map((row) => {
      const place = ground.places.get(byKey.get(row.key)?.id ?? '');
      return place ? judged(actor, row, place, sections, ground) : unknownPlace(row);
    });
  },

  write: (context, changes) => writePlaces(context, changes, null),
  undo: (context, rows) => takeBack(context, rows, { sourceId: context.actor.rootNode?.id ?? '', reason: null }),
};

const unknownPlace = ({ key, faults }: ReadRow): Judgement<PlaceChange> => ({
  outcome: 'wrong',
  faults: faults.some(({ column }) => column === 'code')
    ? faults
    : [...faults, { column: 'code', messageCode: key === '' ? 'field.required' : 'import.placeUnknown' }],
  entityId: null,
  version: null,
  alone: false,
});

/** What the file itself makes of the places above some others, so that its check tells what will become of those. */
async function plannedAbove(
  { db, actor: { scope } }: ImportContext,
  places: readonly bulk.BulkPlace[],
  sections: readonly SectionName[],
  inFile: Rows,
): Promise<Planned> {
  const paths = new Set(places.flatMap((place) => pathsFrom({ tpath: scope.lo }, place)));
  const above = await bulk.listAt(db, scope, [...paths]);
  const rows = await inFile(above.map(({ key }) => key));
  const rowAt = new Map(above.map(({ tpath, key }) => [tpath, rows.get(key)]));
  return (tpath, said) => {
    const row = rowAt.get(tpath);
    if (row?.outcome !== 'updated') return said;
    return sections.flatMap((section): Above[] => {
      const own = said.filter((one) => one.section === section);
      const { wanted } = readCells(section, row.cells, new Map(own.map((one) => [one.field, one])));
      const stays = own.filter(({ field }) => !(field in wanted));
      return [
        ...stays,
        ...Object.entries(wanted).flatMap(([field, wish]) => (wish ? [{ section, field, ...wish }] : [])),
      ];
    });
  };
}

/** What one row would do at its place. */
function judged(
  actor: Actor,
  row: ReadRow,
  place: bulk.BulkPlace,
  sections: readonly SectionName[],
  ground: Ground,
): Judgement<PlaceChange> {
  const faults: CellFault[] = [...row.faults];
  const wishes: (SectionWish & { version: number })[] = [];
  let version = 0;
  for (const section of sections) {
    const standing = ground.version(place, section);
    version += standing;
    const said = judgedSection(actor, row, place, section, ground);
    // a cell that could not be read at all is not told of twice
    faults.push(...said.faults.filter(({ column }) => !row.faults.some((one) => one.column === column)));
    if (Object.keys(said.wish.wanted).length > 0) wishes.push({ ...said.wish, version: standing + 1 });
  }
  const judgement = { entityId: place.id, version, alone: false, faults };
  if (faults.length > 0) return { ...judgement, outcome: 'wrong' };
  if (wishes.length === 0) return { ...judgement, outcome: 'unchanged' };
  return { ...judgement, outcome: 'updated', change: { place, now: ground.now, wishes } };
}

function judgedSection(
  actor: Actor,
  { cells }: ReadRow,
  place: bulk.BulkPlace,
  section: SectionName,
  ground: Ground,
): { faults: CellFault[]; wish: SectionWish } {
  const declared = sectionOf(section);
  const own = ground.own(place).filter((one) => one.section === section);
  const says = new Map(own.map((one) => [one.field, one]));
  const above = ground.above(place).filter((one) => one.section === section);
  const { wanted, faults } = readCells(section, cells, says);
  const wrong = (field: string, messageCode: ErrorCode) =>
    faults.push({
      column: messageCode === 'setting.noSuchMode' ? modeColumn(section, field) : valueColumn(section, field),
      messageCode,
    });
  const changed = Object.entries(wanted).filter(([field, wish]) => !same(says.get(field), wish));
  const may = mayPush(actor) && mayEdit(actor, declared, { nodeType: place.nodeType, own: says.size > 0 });
  for (const [field, wish] of changed) {
    const higher = above.filter((one) => one.field === field);
    const fault = may ? valueFault(declared, field, wish, higher) : 'import.rightMissing';
    if (fault) wrong(field, fault);
  }
  const wish = {
    section,
    wanted: Object.fromEntries(changed),
    before: Object.fromEntries(changed.map(([field]) => [field, says.get(field) ?? null])),
  };
  if (faults.length === 0 && changed.length > 0) {
    const others = [...above, ...own.filter(({ field }) => !(field in wish.wanted))];
    for (const { field, code } of faultsTogether(section, others, wish.wanted)) wrong(field, code);
  }
  return { faults, wish };
}
