import * as z from 'zod/mini';
import { endpoints } from './endpoint.ts';
import { type ImportColumn, importDoors } from './imports.ts';

/** The columns of a file of places, in the order in which an export writes them. */
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

/** The name of a column of such a file. */
export type NodeColumn = (typeof nodeColumns)[number]['name'];

/** Imports of places. */
export const nodeImports = importDoors('/node-management/imports', { any: ['CREATE_NODE', 'EDIT_NODE'] });

/** The tree as a file. */
export const nodeExport = endpoints({
  get: {
    method: 'GET',
    path: '/node-management/export',
    about: 'All places below the caller’s own as a CSV file, which can be imported again.',
    allow: { all: ['LIST_NODE_STRUCTURE', 'VIEW_NODE'] },
    query: z.object({ orgId: z.optional(z.uuid()) }),
    result: z.object({ fileName: z.string(), rowCount: z.int(), content: z.string() }),
  },
});
