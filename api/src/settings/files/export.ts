import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { importLimits } from '@storeward/contract/imports';
import type { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { formatCell } from '@storeward/contract/settings/kinds/registry';
import { modeColumn, valueColumn } from '@storeward/contract/settings/endpoints/csv-columns';
import { sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { listForExport } from '../bulk/bulk-queries.ts';
import { exportList } from '../lists/list-export.ts';
import { fieldsInFiles } from './import-cells.ts';
import { mayList } from '../policy.ts';
import { findSettingNode } from '../queries.ts';

/** Exports the values stored at and below a node as a CSV file for the settings import. */
export const exportEndpoints: Pick<Service<typeof nodeSettings>, 'export'> = {
  async export({ db, actor }, { params: { id, section }, query: { every = false, list } }) {
    const node = await findSettingNode(db, actor.scope, id);
    ensure(node, 'node.unknown');
    ensure(mayList(actor, sectionOf(section)), 'setting.notShown');
    const filter = { section, every, limit: importLimits.rows + 1 };
    const nodes = await listForExport(db, actor.scope, node, filter);
    ensure(nodes.length <= importLimits.rows, 'import.tooManyRows');
    if (list !== undefined) return exportList(section, list, nodes);
    // mode columns only for fields with a restrictive value
    const columns = fieldsInFiles(section).map(([field, definition]) => {
      const hasMode = nodes.some(({ storedValues }) => storedValues[field] && storedValues[field].mode !== 'free');
      return { field, definition, hasMode };
    });
    const head = columns.flatMap(({ field, hasMode }) => [
      valueColumn(section, field),
      ...(hasMode ? [modeColumn(section, field)] : []),
    ]);
    const lines = nodes.map(({ code, name, storedValues }) => {
      const cells = columns.flatMap(({ field, definition, hasMode }) => {
        const stored = storedValues[field];
        const cell = stored ? formatCell(definition, stored.value) : '';
        return [cell, ...(hasMode ? [stored && cell !== '' ? stored.mode : ''] : [])];
      });
      return csvLine([code, name, ...cells]);
    });
    return {
      fileName: `Settings-${section}.csv`,
      rowCount: nodes.length,
      content: byteOrderMark + csvLine(['code', 'name', ...head]) + lines.join(''),
    };
  },
};
