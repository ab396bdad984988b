import { csvType } from '@storeward/contract/csv';
import { nodeColumns, type nodeExport } from '@storeward/contract/nodes/node-import';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { csvParts } from '../../platform/http/csv-parts.ts';
import { type NodeState, streamForExport } from '../commands/state-queries.ts';

const columns = nodeColumns.map(({ name }) => name);

/** Exports the node tree as a CSV file that can be imported again. */
export const nodeExportService: Service<typeof nodeExport> = {
  async get({ db, actor }) {
    const parts = csvParts(columns, streamForExport(db, actor.scope), (node) => [
      columns.map((column) => cellOf(node, column)),
    ]);
    return { name: 'Structure.csv', type: csvType, parts };
  },
};

function cellOf(node: NodeState, column: (typeof columns)[number]): string {
  if (column === 'type') return node.nodeType;
  if (column === 'status') return node.status ? 'enabled' : 'disabled';
  if (column === 'region') return node.region.join('|');
  if (column === 'latitude' || column === 'longitude') return node[column]?.toString() ?? '';
  return node[column];
}
