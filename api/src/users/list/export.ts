import { exportPageSize, type userExport } from '@storeward/contract/users/user-export';
import { findPath } from '../../nodes/queries.ts';
import type { Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import { encodeCursor, pageOf, decodeCursor } from '../../platform/database/cursor-pagination.ts';
import { listExportRows } from './export-queries.ts';
import { countUsers } from './list-queries.ts';

/** The name of the order in cursors, which clients hold. */
const cursorOrder = 'export by name';

/** Pages of users for an export file. */
export const userExportService: Service<typeof userExport> = {
  async rows({ db, actor }, { query }) {
    const { search = '', node, role, status, level, inactiveSince, timeZone, size = exportPageSize } = query;
    const subtreePath = node && (await findPath(db, actor.scope, node));
    ensure(!node || subtreePath, 'node.unknown');
    const filter = { search: search.trim(), subtreePath, attributes: { role, status, level, inactiveSince, timeZone } };
    const cursor = decodeCursor(query.cursor, cursorOrder);
    // the cursor carries the total, so it is counted only for the first page
    const [rows, counted] = await Promise.all([
      listExportRows(db, actor.scope, filter, cursor, size + 1),
      cursor?.totalCount ?? countUsers(db, actor.scope, filter),
    ]);
    return pageOf(
      rows,
      size,
      counted,
      (last) => encodeCursor(cursorOrder, { after: last.sortedBy, id: last.id, totalCount: counted }),
      ({ id: _, sortedBy: __, ...row }) => row,
    );
  },
};
