import { maxListedMediaUses, type MediaFile, type mediaLibrary } from '@storeward/contract/files/media-library';
import { isVideoType } from '@storeward/contract/media-types';
import { pageParams } from '@storeward/contract/paging';
import { insertAudit } from '../audit/queries.ts';
import type { Actor } from '../platform/actor.ts';
import { ApiError, ensure } from '../platform/errors.ts';
import type { Storage } from '../platform/files/storage.ts';
import type { Service } from '../platform/http/pipeline/context.ts';
import * as library from './library-queries.ts';
import { deletionError, mayDelete } from './policy.ts';
import { deleteUploadRecords } from './queries.ts';

export const mediaLibraryService = (storage: Storage): Service<typeof mediaLibrary> => ({
  async list({ db, actor }, { query: { kind, used, ...query } }) {
    const page = pageParams(query, 'createdDate:desc');
    const filter = { kind, used: used && used === 'yes' };
    const rows = await library.listFiles(db, actor.scope, filter, page);
    // a page beyond the last one has no row with the total
    const isBeyond = rows.length === 0 && page.offset > 0;
    const [first] = isBeyond
      ? await library.listFiles(db, actor.scope, filter, { ...page, offset: 0, limit: 1 })
      : rows;
    return { result: rows.map((row) => toMediaFile(actor, row)), total: first?.total ?? 0 };
  },

  async uses({ db, actor }, { params: { id } }) {
    const address = await library.findFileAddress(db, actor.scope, id);
    ensure(address, 'file.unknown');
    const rows = await library.listFileUses(db, actor.scope, address, maxListedMediaUses);
    const uses = rows.flatMap(({ kind, state, section, nodeId, nodeType, recordId, name }) =>
      kind && state
        ? [
            {
              kind,
              state,
              section,
              node: nodeId && nodeType ? { id: nodeId, nodeType } : null,
              recordId,
              name: name ?? '',
            },
          ]
        : [],
    );
    return { uses, total: rows[0]?.total ?? 0, hidden: rows[0]?.hidden ?? 0 };
  },

  async remove({ db, actor, origin }, { params: { id } }) {
    const { scope, userId: actorId, sessionId } = actor;
    const file = await library.lockFile(db, scope, id);
    ensure(file, 'file.unknown');
    const error = deletionError(actor, file);
    if (error) throw new ApiError(error);
    ensure(!file.used, 'file.inUse');
    const { address, name, type, bytes } = file;
    // the file first: if that fails, or the transaction does, its record still exists and can be deleted again
    await storage.delete(address);
    await deleteUploadRecords(db, [{ orgId: scope.orgId, address }]);
    const event = {
      action: 'file.deleted',
      entity: 'file',
      entityId: id,
      tpath: scope.lo,
      actorId,
      sessionId,
    } as const;
    await insertAudit(db, scope, origin, { ...event, before: { name, type, bytes } });
    return { id };
  },
});

function toMediaFile(actor: Actor, row: library.StoredFile): MediaFile {
  const { address: Location, createdByName, total: _, ...file } = row;
  return {
    ...file,
    Location,
    kind: isVideoType(row.type) ? 'video' : 'image',
    createdBy: createdByName,
    can: { delete: !row.used && mayDelete(actor, row) },
  };
}
