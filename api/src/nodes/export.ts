import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { nodeColumns, type nodeExport } from '@storeward/contract/node-import';
import { hiddenRegion } from '@storeward/contract/nodes';
import type { Service } from '../platform/context.ts';
import { type KnownNode, listForExport } from './import-queries.ts';

/** The tree as a file that can be imported again. */
export const nodeExportService: Service<typeof nodeExport> = {
  async get({ db, actor, origin }) {
    const places = await listForExport(db, actor.scope, hiddenRegion(origin.host));
    const lines = places.map((place) => csvLine(nodeColumns.map(({ name }) => cellOf(place, name))));
    const head = csvLine(nodeColumns.map(({ name }) => name));
    return { fileName: 'Structure.csv', rowCount: places.length, content: byteOrderMark + head + lines.join('') };
  },
};

function cellOf(place: KnownNode, column: (typeof nodeColumns)[number]['name']): string {
  if (column === 'type') return place.nodeType;
  if (column === 'status') return place.status ? 'enabled' : 'disabled';
  if (column === 'region') return place.region.join('|');
  return place[column];
}
