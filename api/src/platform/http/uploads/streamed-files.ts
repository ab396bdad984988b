import { Readable } from 'node:stream';
import type { StreamedFile } from '@storeward/contract/endpoint';
import { visitorTurn } from '../admission/turns.ts';
import { authorize, endsImpersonation } from '../pipeline/authorization.ts';
import { readContext } from '../pipeline/handler-context.ts';
import { targetOf, validInput } from '../pipeline/input.ts';
import { observeRows } from '../pipeline/observer.ts';
import { tokenOf } from '../pipeline/request-token.ts';
import type { Route, RouteRequest } from '../route.ts';

/** After this time a client that reads too slowly is disconnected, since it occupies a database connection. */
const maxDuration = 30 * 60_000;

/**
 * Sends a file while its rows are read by a cursor, at the speed of the client, so that memory is constant for any
 * number of rows. A failure before the first part is a normal error response; a later one closes the connection without
 * the end marker.
 */
export async function streamFile(
  route: Route,
  { request, reply, origin, cookies, input }: RouteRequest,
): Promise<unknown> {
  const { endpoint, handler, dependencies } = route;
  const token = await tokenOf(dependencies, request);
  // a streamed file takes no slot of the admission, which would be occupied for as long as the client reads
  const release = token
    ? dependencies.openStreamedFile({ user: token.userId, organisation: token.orgId })
    : () => undefined;
  const { begin } = token ? dependencies.database : dependencies.admission(visitorTurn(origin));
  const db = await begin().catch((error: unknown) => {
    release();
    throw error;
  });
  try {
    const actor = await dependencies.authenticator.authenticate(db, token, origin, targetOf(endpoint, input, request));
    authorize(endpoint, actor, { request, origin });
    const validatedInput = validInput(input);
    const file = (await handler(readContext({ actor, db, origin, cookies }), validatedInput)) as StreamedFile;
    const parts = file.parts[Symbol.asyncIterator]();
    const first = await parts.next();
    let rowCount = 0;
    let isOver = false;
    const finish = async (interrupted?: true) => {
      if (isOver) return;
      isOver = true;
      release();
      const exporter = { actor, origin, request };
      const interrupt = async () => {
        await db.rollback();
        await observeRows(route, undefined, exporter, { rowCount, interrupted: true });
      };
      if (interrupted) {
        db.cancel();
        return interrupt();
      }
      try {
        await observeRows(route, db, exporter, { rowCount });
        await db.commit();
      } catch (error) {
        // all rows may have been sent, though without the end marker
        await interrupt();
        throw error;
      }
    };
    const timer = setTimeout(() => body.destroy(), maxDuration).unref();
    async function* texts() {
      for (let part = first; !part.done; part = await parts.next()) {
        rowCount += part.value.rowCount;
        yield part.value.text;
      }
      await finish();
      yield file.end(rowCount);
    }
    const body = Readable.from(texts());
    // a generator that has not started yet is not notified if the client disconnects
    body.once('close', () => {
      clearTimeout(timer);
      finish(true).catch((error: unknown) => request.log.error(error, 'an interrupted export could not be audited'));
    });
    const disposition = `attachment; filename="${file.name}"`;
    return await reply.headers({ 'content-type': file.type, 'content-disposition': disposition }).send(body);
  } catch (error) {
    release();
    await (endsImpersonation(error) ? db.commit().catch(() => undefined) : db.rollback());
    throw error;
  }
}
