import { exportedAtOnce, type userExport } from '@storeward/contract/user-export';
import { pathWithin } from '../nodes/queries.ts';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { cursorFor, pageOf, readCursor } from '../platform/paged.ts';
import { listExported } from './export-queries.ts';
import { countUsers } from './list-queries.ts';

const order = 'export by name';

/** Everybody whom a list would show, for a file. */
export const userExportService: Service<typeof userExport> = {
  async rows({ db, actor }, { query }) {
    const { search = '', node, role, status, level, size = exportedAtOnce } = query;
    const below = node && (await pathWithin(db, actor.scope, node));
    demand(!node || below, 'node.unknown');
    const sought = { search: search.trim(), below, only: { role, status, level } };
    const cursor = readCursor(query.cursor, order);
    // counted once for the whole file
    const [rows, counted] = await Promise.all([
      listExported(db, actor.scope, sought, cursor, size + 1),
      cursor?.counted ?? countUsers(db, actor.scope, sought),
    ]);
    return pageOf(
      rows,
      size,
      counted,
      (last) => cursorFor(order, { after: last.sortedBy, id: last.id, counted }),
      ({ id: _, sortedBy: __, ...row }) => row,
    );
  },
};
