import { type FileHandle, statfs } from 'node:fs/promises';
import type { WrittenFile } from '@storeward/contract/endpoint';
import { ApiError, ensure } from '../errors.ts';
import { requestTurn } from './admission/turns.ts';
import { authorize, endsImpersonation } from './pipeline/authorization.ts';
import { readContext } from './pipeline/handler-context.ts';
import { targetOf, validInput } from './pipeline/input.ts';
import { observeRows } from './pipeline/observer.ts';
import { tokenOf } from './pipeline/request-token.ts';
import type { Route, RouteRequest } from './route.ts';
import { append, temporaryFile, unwritable } from './temporary-file.ts';

/** How long a client may take to read a file, during which it occupies the disk, in milliseconds. */
const maxReading = 30 * 60_000;
/** What must stay free of the disk, which others write to as well, such as an embedded database, in bytes. */
const reserve = 256 * 1024 ** 2;

type FileOnDisk = Pick<WrittenFile, 'name' | 'type'> & { readonly handle: FileHandle; readonly size: number };

/**
 * Writes the rows of a file to disk at the speed of the database, and sends it once its transaction is over. Memory is constant
 * for any number of rows, a client that reads slowly holds neither a connection nor a table, and what it gets is whole: an error
 * is a normal error response, and the file has a length.
 */
export async function sendWrittenFile(route: Route, routeRequest: RouteRequest): Promise<unknown> {
  const { request, reply } = routeRequest;
  const token = await tokenOf(route.dependencies, request);
  const release = token
    ? route.dependencies.downloads.open({ user: token.userId, organisation: token.orgId })
    : () => undefined;
  // also while it waits for its turn
  reply.raw.once('close', release);
  try {
    const { name, type, handle, size } = await writeFile(route, routeRequest);
    // with its end known, the stream ends with its last bytes, before the client can ask for the next file
    const body = handle.createReadStream({ start: 0, end: size - 1 });
    const timer = setTimeout(() => body.destroy(), maxReading).unref();
    body.once('end', release).once('close', () => clearTimeout(timer));
    const disposition = `attachment; filename="${name}"`;
    const headers = { 'content-type': type, 'content-length': size, 'content-disposition': disposition };
    return await reply.headers(headers).send(body);
  } finally {
    release();
  }
}

/** Writes the file in a transaction that takes its turn among the exports; a client that leaves meanwhile ends it. */
async function writeFile(route: Route, { request, reply, origin, cookies, input }: RouteRequest): Promise<FileOnDisk> {
  const { endpoint, handler, dependencies } = route;
  const { folder, maxWritingMs } = dependencies.downloads;
  const token = await tokenOf(dependencies, request);
  const isAwaited = () => !reply.raw.destroyed;
  const db = await dependencies.admission({ ...requestTurn(endpoint, token, origin), isAwaited }).begin();
  const cancel = () => db.cancel();
  reply.raw.once('close', cancel);
  const timer = setTimeout(cancel, maxWritingMs).unref();
  const until = performance.now() + maxWritingMs;
  // a statement can be cancelled only while it runs
  const ensureClientStays = () => {
    if (!isAwaited()) throw new ApiError('service.failed', { cause: new Error('the client has left') });
    ensure(performance.now() < until, 'service.busy', { retryAfter: 60 });
  };
  let handle: FileHandle | undefined;
  try {
    ensureClientStays();
    const actor = await dependencies.authenticator.authenticate(db, token, origin, targetOf(endpoint, input, request));
    authorize(endpoint, actor, { request, origin });
    const validatedInput = validInput(input);
    const file = (await handler(readContext({ actor, db, origin, cookies }), validatedInput)) as WrittenFile;
    handle = await temporaryFile(folder);
    let rowCount = 0;
    for await (const part of file.parts) {
      ensureClientStays();
      rowCount += part.rowCount;
      await ensureRoom(folder);
      await append(handle, part.text);
    }
    if (file.end) await append(handle, file.end(rowCount));
    const { size } = await handle.stat();
    ensureClientStays();
    await observeRows(route, db, { actor, origin, request }, { rowCount });
    await db.commit();
    return { name: file.name, type: file.type, handle, size };
  } catch (error) {
    await (endsImpersonation(error) ? db.commit().catch(() => undefined) : db.rollback());
    await handle?.close().catch(() => undefined);
    if (!isAwaited()) request.log.info({ err: error }, 'the client of a file left before it was written');
    // the statement that was cancelled at the end of the time does not know why
    else if (!(error instanceof ApiError))
      ensure(performance.now() < until, 'service.busy', { retryAfter: 60, cause: error });
    throw error;
  } finally {
    clearTimeout(timer);
    reply.raw.off('close', cancel);
  }
}

async function ensureRoom(folder: string): Promise<void> {
  const { bavail, bsize } = await statfs(folder).catch(unwritable);
  if (bavail * bsize < reserve) unwritable(new Error(`less than ${reserve} bytes of the disk are free`));
}
