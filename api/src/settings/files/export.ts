import { csvType } from '@storeward/contract/csv';
import type { WrittenFile } from '@storeward/contract/endpoint';
import { importLimits } from '@storeward/contract/imports';
import { rowWiseList } from '@storeward/contract/settings/engine/section';
import { formatCell } from '@storeward/contract/settings/kinds/registry';
import { modeColumn, valueColumn } from '@storeward/contract/settings/endpoints/csv-columns';
import type { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { csvParts } from '../../platform/http/csv-parts.ts';
import { ensure } from '../../platform/errors.ts';
import { idsPerLine, listParts } from '../lists/list-export.ts';
import { mayList } from '../policy.ts';
import { findSettingNode } from '../queries.ts';
import { type ExportRow, streamForExport } from './export-queries.ts';
import { fieldsInFiles } from './import-cells.ts';

/** Exports the values stored at and below a node as a CSV file for the settings import. */
export const exportEndpoints: Pick<Service<typeof nodeSettings>, 'export'> = {
  async export({ db, actor }, { params: { id, section }, query: { every = false, list: field } }) {
    const node = await findSettingNode(db, actor.scope, id);
    ensure(node, 'node.unknown');
    ensure(mayList(actor, sectionOf(section)), 'setting.notShown');
    const list = field === undefined ? undefined : { field, idsPerLine };
    const definition = field === undefined ? undefined : rowWiseList(sectionOf(section), field);
    ensure(!list || definition, 'setting.unknownField');
    const fields = fieldsInFiles(section).map(([name]) => name);
    const filter = { section, every, list, fields, limit: importLimits.rows };
    const rows = streamForExport(db, actor.scope, node, filter);
    const first = await rows.next();
    const { lineCount, restrictedFields } = (!first.done && first.value[0]?.whole) || {
      lineCount: 0,
      restrictedFields: [],
    };
    ensure(lineCount <= importLimits.rows, 'import.tooManyRows');
    const allRows = resume(first, rows);
    return list && definition
      ? csvFile(`Settings-${section}-${list.field}`, listParts(section, list.field, definition, allRows))
      : csvFile(`Settings-${section}`, valueParts(section, restrictedFields, allRows));
  },
};

const csvFile = (name: string, parts: WrittenFile['parts']): WrittenFile => ({
  name: `${name}.csv`,
  type: csvType,
  parts,
});

/** One line for each node; mode columns only for fields with a restrictive value. */
function valueParts(section: SectionName, restrictedFields: readonly string[], rows: AsyncIterable<ExportRow[]>) {
  const columns = fieldsInFiles(section).map(([field, definition]) => ({
    field,
    definition,
    hasMode: restrictedFields.includes(field),
  }));
  const head = columns.flatMap(({ field, hasMode }) => [
    valueColumn(section, field),
    ...(hasMode ? [modeColumn(section, field)] : []),
  ]);
  return csvParts(['code', 'name', ...head], rows, ({ code, name, storedValues }) => {
    const cells = columns.flatMap(({ field, definition, hasMode }) => {
      const stored = storedValues[field];
      const cell = stored ? formatCell(definition, stored.value) : '';
      return [cell, ...(hasMode ? [stored && cell !== '' ? stored.mode : ''] : [])];
    });
    return [[code, name, ...cells]];
  });
}

/** The parts of a stream whose first part has been read. */
async function* resume<T>(first: IteratorResult<T, void>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
