import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ImportState, isMoving } from '@storeward/contract/imports';
import { afterAll, afterEach, expect } from 'vitest';
import type { Caller } from './builders.ts';
import { endAll, run, send } from './product.ts';
import { aDatabase, aServer, secretKey } from './server.ts';

/** A product of its own, whose process is killed while it works something off that somebody left to it. */
export async function aKillableProduct() {
  const databaseUrl = await aDatabase();
  // this one never listens, so it works nothing off itself
  const house = await aServer({ databaseUrl });
  const dataDir = mkdtempSync(join(tmpdir(), 'storeward-kills-'));
  const settings = {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: Buffer.from(secretKey).toString('hex'),
    ENVIRONMENT: 'testing',
    DATA_DIR: dataDir,
  };
  afterEach(endAll);
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  let latest: ReturnType<typeof run>;
  /** Starts the process anew; answers its port once it serves. */
  async function started(): Promise<number> {
    latest = run(settings);
    return latest.ready;
  }

  /** Ends the process as a power cut does. */
  async function kill(): Promise<void> {
    latest.child.kill('SIGKILL');
    await latest.ended;
  }

  /** How far a run is, by the database itself. */
  const progress = async (id: string) =>
    (
      await house.rows<{ state: ImportState; done: number }>('select state, done from import_runs where id = $1', [id])
    )[0]!;

  /** Waits until a run is checked. */
  async function checked(id: string): Promise<void> {
    while ((await progress(id)).state === 'checking') await new Promise((resolve) => setImmediate(resolve));
  }

  /** Kills the process so many times, each time once it has gone on, until the run rests; whoever looks meanwhile is answered. */
  async function throughKills(admin: Caller, runUrl: string, kills: number): Promise<void> {
    const id = runUrl.slice(runUrl.lastIndexOf('/') + 1);
    let killed = 0;
    let { done } = await progress(id);
    for (;;) {
      const now = await progress(id);
      if (!isMoving(now.state)) break;
      if (now.done === done || killed === kills) {
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      done = now.done;
      await kill();
      killed += 1;
      const port = await started();
      const { status } = await send({ port, host: admin.host, token: admin.token, path: runUrl });
      expect(status).toBe(200);
    }
    expect(killed).toBe(kills);
  }

  return { house, started, kill, progress, checked, throughKills };
}
