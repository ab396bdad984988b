import type { audit } from '@storeward/contract/audit';
import { pageParams } from '@storeward/contract/paging';
import type { Service } from '../platform/http/pipeline/context.ts';
import { ensure } from '../platform/errors.ts';
import { encodeCursor, pageOf, decodeCursor } from '../platform/database/cursor-pagination.ts';
import { findStatus } from './chain-queries.ts';
import { exportFile } from './export.ts';
import { countAudit, listAudit } from './list-queries.ts';
import type { RecordFiles } from './record-files.ts';

const cursorOrder = 'at true';

export const auditService = (files: RecordFiles): Service<typeof audit> => ({
  async list({ db, actor }, { query }) {
    const { sort: _, ...listParams } = pageParams(query, 'at:desc');
    ensure(query.sort !== 'at:asc', 'input.unknownSort'); // only newest first is supported
    const filter = { ...query, ...listParams };
    const cursor = decodeCursor(listParams.cursor, cursorOrder);
    const [rows, counted] = await Promise.all([
      listAudit(db, actor.scope, actor, filter, cursor),
      countAudit(db, actor.scope, actor, filter),
    ]);
    return pageOf(
      rows,
      listParams.limit,
      counted,
      (last) => encodeCursor(cursorOrder, { after: last.sortedBy, id: last.id }),
      ({ sortedBy: __, ...entry }) => entry,
    );
  },
  export: (context, { query }) => exportFile(context, query, files),
  status: ({ db, actor }) => findStatus(db, actor.scope),
});
