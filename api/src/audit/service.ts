import type { audit } from '@storeward/contract/audit';
import { pageWanted } from '@storeward/contract/paging';
import type { Service } from '../platform/context.ts';
import { demand } from '../platform/errors.ts';
import { cursorFor, pageOf, readCursor } from '../platform/paged.ts';
import { countAudit, listAudit } from './queries.ts';

const order = 'at true';

/** What happened, for whoever may look at it. */
export const auditService: Service<typeof audit> = {
  async list({ db, actor }, { query }) {
    const { sort: _, ...page } = pageWanted(query, 'at:desc');
    demand(query.sort !== 'at:asc', 'input.unknownSort'); // the newest first, always
    const wanted = { ...query, ...page };
    const cursor = readCursor(page.cursor, order);
    const [rows, counted] = await Promise.all([
      listAudit(db, actor.scope, actor, wanted, cursor),
      countAudit(db, actor.scope, actor, wanted),
    ]);
    return pageOf(
      rows,
      page.limit,
      counted,
      (last) => cursorFor(order, { after: last.sortedBy, id: last.id }),
      ({ sortedBy: __, ...entry }) => entry,
    );
  },
};
