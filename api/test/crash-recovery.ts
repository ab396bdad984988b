import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type ImportState, isInProgress } from '@storeward/contract/imports';
import { afterAll, afterEach, expect } from 'vitest';
import type { ApiClient } from './builders.ts';
import { stopAllProducts, startProduct, sendRequest } from './product.ts';
import { createTestDatabase, startTestServer, secretKey } from './server.ts';

/** Milliseconds between two looks at a run: shorter than a batch takes, and leaves the processor to the run. */
const pollInterval = 15;

/** Starts a server process with its own database, to be killed while it processes a run in the background. */
export async function createKillableServer() {
  const databaseUrl = await createTestDatabase();
  // this in-process server never listens, so it processes no runs itself
  const server = await startTestServer({ databaseUrl });
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

  async function waitUntilChecked(id: string): Promise<void> {
    while ((await progress(id)).state === 'checking') await setTimeout(pollInterval);
  }

  /**
   * Kills and restarts the process `kills` times, each time after the run has progressed, until the run ends. Requests
   * in between must succeed.
   */
  async function killRepeatedly(admin: ApiClient, runUrl: string, kills: number): Promise<void> {
    const id = runUrl.slice(runUrl.lastIndexOf('/') + 1);
    let killCount = 0;
    let { done } = await progress(id);
    for (;;) {
      const progressNow = await progress(id);
      if (!isInProgress(progressNow.state)) break;
      if (progressNow.done === done || killCount === kills) {
        await setTimeout(pollInterval);
        continue;
      }
      done = progressNow.done;
      await killProcess();
      killCount += 1;
      const port = await startProcess();
      const { status } = await sendRequest({ port, host: admin.host, token: admin.token, path: runUrl });
      expect(status).toBe(200);
    }
    expect(killCount).toBe(kills);
  }

  return { server, startProcess, killProcess, progress, waitUntilChecked, killRepeatedly };
}
