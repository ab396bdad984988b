import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { nodeColumns, type nodeExport } from '@storeward/contract/node-import';
import type { Service } from '../../platform/http/context.ts';
import { listForExport, type NodeState } from '../commands/state-queries.ts';

/** Exports the node tree as a CSV file that can be imported again. */
export const nodeExportService: Service<typeof nodeExport> = {
  async get({ db, actor }) {
    const nodes = await listForExport(db, actor.scope);
    const lines = nodes.map((node) => csvLine(nodeColumns.map(({ name }) => cellOf(node, name))));
    const header = csvLine(nodeColumns.map(({ name }) => name));
    return { fileName: 'Structure.csv', rowCount: nodes.length, content: byteOrderMark + header + lines.join('') };
  },
};

function cellOf(node: NodeState, column: (typeof nodeColumns)[number]['name']): string {
  if (column === 'type') return node.nodeType;
  if (column === 'status') return node.status ? 'enabled' : 'disabled';
  if (column === 'region') return node.region.join('|');
  return node[column];
}
