import { byteOrderMark, csvLine } from '@storeward/contract/csv';
import { nodeColumns, type nodeExport } from '@storeward/contract/nodes/node-import';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { type NodeState, streamForExport } from '../commands/state-queries.ts';

/** Exports the node tree as a CSV file that can be imported again. */
export const nodeExportService: Service<typeof nodeExport> = {
  async get({ db, actor }) {
    let [content, rowCount] = [byteOrderMark + csvLine(nodeColumns.map(({ name }) => name)), 0];
    // in parts, so that other requests are processed in between
    for await (const nodes of streamForExport(db, actor.scope)) {
      rowCount += nodes.length;
      for (const node of nodes) content += csvLine(nodeColumns.map(({ name }) => cellOf(node, name)));
    }
    return { fileName: 'Structure.csv', rowCount, content };
  },
};

function cellOf(node: NodeState, column: (typeof nodeColumns)[number]['name']): string {
  if (column === 'type') return node.nodeType;
  if (column === 'status') return node.status ? 'enabled' : 'disabled';
  if (column === 'region') return node.region.join('|');
  if (column === 'latitude' || column === 'longitude') return node[column]?.toString() ?? '';
  return node[column];
}
