import * as z from 'zod/mini';
import { csvType } from '../csv.ts';
import { endpoints } from '../endpoint.ts';
import { type ImportColumn, importEndpoints } from '../imports.ts';
import type { ChildNodeType } from './node-types.ts';

/** The columns of a node file, in the order in which the export writes them. */
export const nodeColumns = [
  { name: 'type', neededForNew: true, sample: 'STORE' },
  { name: 'code', required: true, numbered: true, sample: 'UK-0147' },
  { name: 'name', neededForNew: true, sample: 'Leeds Briggate' },
  {
    name: 'parentCode',
    neededForNew: true,
    insteadOf: ['company', 'tradingRegion', 'storeGroup', 'subStoreGroup'],
    sample: 'UK-NORTH',
  },
  { name: 'region', sample: '' },
  { name: 'street', sample: '12 Briggate' },
  { name: 'city', sample: 'Leeds' },
  { name: 'state', sample: '' },
  { name: 'postCode', sample: 'LS1 6HD' },
  { name: 'country', sample: 'GB' },
  { name: 'timeZone', sample: 'Europe/London' },
  { name: 'latitude', sample: '53.797418' },
  { name: 'longitude', sample: '-1.543794' },
  { name: 'phoneNumber', sample: '+44 113 496 0147' },
  { name: 'emailId', sample: 'leeds.briggate@example.com' },
  { name: 'status', sample: 'enabled' },
] as const satisfies readonly ImportColumn[];

/**
 * Columns with the names of the nodes above a row, from which an import finds or creates these nodes, highest first.
 * `type` is that of the node.
 */
export const nodeLevelColumns = [
  { name: 'company', type: 'COMPANY', onlyByChoice: true, sample: '' },
  { name: 'tradingRegion', type: 'TRADING_REGION', onlyByChoice: true, sample: '' },
  { name: 'storeGroup', type: 'STORE_GROUP', onlyByChoice: true, sample: '' },
  { name: 'subStoreGroup', type: 'SUB_STORE_GROUP', onlyByChoice: true, sample: '' },
] as const satisfies readonly (ImportColumn & { readonly type: ChildNodeType })[];

/** All columns that an import of nodes accepts. */
export const nodeImportColumns = [...nodeColumns, ...nodeLevelColumns] as const;

/** The code of a new node that is known by its name alone: its letters and digits in capitals, joined by hyphens. */
export const codeFromName = (name: string): string =>
  [
    ...name
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, ''),
  ]
    .slice(0, 24)
    .join('')
    .replace(/-$/, '') || 'NODE';

export type NodeColumn = (typeof nodeImportColumns)[number]['name'];

/** Endpoints for node imports. */
export const nodeImports = importEndpoints('nodes');

/** Endpoint that exports the node tree as CSV. */
export const nodeExport = endpoints({
  get: {
    method: 'GET',
    path: '/node-management/export',
    summary: 'All nodes below the current user’s own as a CSV file, parents first, which can be imported again.',
    allow: { all: ['LIST_NODE_STRUCTURE', 'VIEW_NODE'] },
    query: z.object({ orgId: z.optional(z.uuid()) }),
    result: z.string(),
    streams: [csvType],
    exports: 'node',
    errors: ['download.tooMany', 'file.storeSilent'],
  },
});
