import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { type ImportColumn, importEndpoints } from './imports.ts';

/** The columns of a node file, in the order in which the export writes them. */
export const nodeColumns = [
  { name: 'type', sample: 'STORE' },
  { name: 'code', required: true, sample: 'UK-0147' },
  { name: 'name', sample: 'Leeds Briggate' },
  { name: 'parentCode', sample: 'UK-NORTH' },
  { name: 'region', sample: '' },
  { name: 'street', sample: '12 Briggate' },
  { name: 'city', sample: 'Leeds' },
  { name: 'state', sample: '' },
  { name: 'postCode', sample: 'LS1 6HD' },
  { name: 'country', sample: 'GB' },
  { name: 'timeZone', sample: 'Europe/London' },
  { name: 'phoneNumber', sample: '+44 113 496 0147' },
  { name: 'emailId', sample: 'leeds.briggate@example.com' },
  { name: 'status', sample: 'enabled' },
] as const satisfies readonly ImportColumn[];

export type NodeColumn = (typeof nodeColumns)[number]['name'];

/** Endpoints for node imports. */
export const nodeImports = importEndpoints('/node-management/imports', { any: ['CREATE_NODE', 'EDIT_NODE'] });

/** Endpoint that exports the node tree as CSV. */
export const nodeExport = endpoints({
  get: {
    method: 'GET',
    path: '/node-management/export',
    summary: 'All places below the caller’s own as a CSV file, which can be imported again.',
    allow: { all: ['LIST_NODE_STRUCTURE', 'VIEW_NODE'] },
    query: z.object({ orgId: z.optional(z.uuid()) }),
    result: z.object({ fileName: z.string(), rowCount: z.int(), content: z.string() }),
    exports: 'node',
  },
});
