import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportState, isInProgress } from '@storeward/contract/imports';
import { afterAll, afterEach, expect, vi } from 'vitest';
import type { ApiClient } from './builders.ts';
import { createBarrier } from './barrier.ts';
import { stopAllProducts, startProduct, sendRequest } from './product.ts';
import { createTestDatabase, startTestServer, secretKey } from './server.ts';

/** More rows than the two batches that a run needs to be killed within the second one. */
export const rowsOfTwoBatches = 600;

/** Starts a server process with its own database, to be killed while it processes a run in the background. */
export async function createKillableServer() {
  const databaseUrl = await createTestDatabase();
  // this in-process server never listens, so it processes no runs itself
  const server = await startTestServer({ databaseUrl });
  // the last statement of the second batch of a run, or of its undo
  const barrier = await createBarrier(
    databaseUrl,
    'import_runs',
    `new.state in ('running', 'undoing') and old.done > 0 and new.done > old.done`,
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'storeward-kills-'));
  const settings = {
    DATABASE_URL: databaseUrl,
    DATABASE_APP_URL: server.appUrl,
    SECRET_KEY: Buffer.from(secretKey).toString('hex'),
    ENVIRONMENT: 'testing',
    DATA_DIR: dataDir,
  };
  afterEach(stopAllProducts);
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  let current: ReturnType<typeof startProduct>;
  /** Starts a new process; returns its port once it is ready. */
  async function startProcess(): Promise<number> {
    current = startProduct(settings);
    return current.ready;
  }

  /** Kills the process without a shutdown (SIGKILL). */
  async function killProcess(): Promise<void> {
    current.child.kill('SIGKILL');
    await current.ended;
  }

  /** The state of a run, read from the database. */
  const progress = async (id: string) =>
    (
      await server.query<{ state: ImportState; done: number }>('select state, done from import_runs where id = $1', [
        id,
      ])
    )[0]!;

  const waitUntilChecked = (id: string) => vi.waitUntil(async () => (await progress(id)).state !== 'checking');

  /**
   * Begins a run, kills the process in the middle of the second batch, after the first one was committed, starts it again,
   * and waits until the run ends; returns the id that `begin` does. A request in between must succeed.
   */
  async function killDuringRun(admin: ApiClient, runsUrl: string, begin: () => Promise<string>): Promise<string> {
    await barrier.close();
    const id = await begin();
    await barrier.reached();
    await killProcess();
    await barrier.open();
    const port = await startProcess();
    const { status } = await sendRequest({ port, host: admin.host, token: admin.token, path: `${runsUrl}/${id}` });
    expect(status).toBe(200);
    await vi.waitUntil(async () => !isInProgress((await progress(id)).state));
    return id;
  }

  /** The same for the undo of a run. */
  const killDuringUndo = (admin: ApiClient, runsUrl: string, id: string) =>
    killDuringRun(admin, runsUrl, async () => {
      const { host, token } = admin;
      const { status } = await server.request({ method: 'PUT', url: `${runsUrl}/${id}/undo`, host, token });
      expect(status).toBe(200);
      return id;
    });

  return { server, startProcess, killProcess, progress, waitUntilChecked, killDuringRun, killDuringUndo };
}
