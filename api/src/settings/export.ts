import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { importLimits } from '@storeward/contract/imports';
import type { nodeSettings } from '@storeward/contract/settings/node-settings';
import { modeColumn, valueColumn } from '@storeward/contract/settings/setting-files';
import { sectionOf } from '@storeward/contract/settings/sections';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { listForExport } from './bulk-queries.ts';
import { cellOf, fieldsInFiles } from './import-cells.ts';
import { mayList } from './policy.ts';
import { findSettingPlace } from './queries.ts';

/** What is set at a place and below it, as a file that can be imported again. */
export const exportOf: Pick<Service<typeof nodeSettings>, 'export'> = {
  async export({ db, actor }, { params: { id, section }, query: { every = false } }) {
    const place = await findSettingPlace(db, actor.scope, id);
    demand(place, 'node.unknown');
    demand(mayList(actor, sectionOf(section)), 'setting.notShown');
    const wanted = { section, every, limit: importLimits.rows + 1 };
    const places = await listForExport(db, actor.scope, place, wanted);
    demand(places.length <= importLimits.rows, 'import.tooManyRows');
    // a column of modes is there only where one is set
    const columns = fieldsInFiles(section).map(([field, declared]) => {
      const binding = places.some(({ said }) => said[field] && said[field].mode !== 'free');
      return { field, declared, binding };
    });
    const head = columns.flatMap(({ field, binding }) => [
      valueColumn(section, field),
      ...(binding ? [modeColumn(section, field)] : []),
    ]);
    const lines = places.map(({ code, name, said }) => {
      const cells = columns.flatMap(({ field, declared, binding }) => {
        const own = said[field];
        const cell = own ? cellOf(declared, own.value) : '';
        return [cell, ...(binding ? [own && cell !== '' ? own.mode : ''] : [])];
      });
      return csvLine([code, name, ...cells]);
    });
    return {
      fileName: `Settings-${section}.csv`,
      rowCount: places.length,
      content: byteOrderMark + csvLine(['code', 'name', ...head]) + lines.join(''),
    };
  },
};
