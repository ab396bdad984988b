import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { archiving, recoverTo, statements } from './cluster.ts';
import { accountFolder } from './programs.ts';
import { type Figure, type ProofOptions, rowsOf } from './setup.ts';
import { withStack } from './stack.ts';
import { reconcile, type Journal, writers } from './writers.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const archiveIn = (folder: string) => join(folder, 'archive');

/**
 * A mistake disables all users; the database is recovered to the time before it, from a copy that was made under load and the
 * archive of the write-ahead log, as docs/operations.md describes it.
 */
export function pointInTime({ log }: ProofOptions): Promise<Figure[]> {
  return withStack(
    async (stack) => {
      const { cluster } = stack;
      const archive = accountFolder(archiveIn(stack.folder));
      await stack.seed();
      const settings = stack.settings(cluster.url('portal'));
      const portal = await stack.addProduct(settings);
      await portal.start();
      const write = async (word: string, during: () => Promise<unknown>): Promise<Journal> => {
        const writing = await writers(portal.port, cluster.url('postgres'), word);
        await during();
        await writing.stop();
        return writing.journal;
      };

      const copy = join(stack.folder, 'copy');
      const before = await write('Before', async () => {
        await delay(2_000);
        cluster.backUp(copy);
        await delay(3_000);
      });
      const [target] = await rowsOf<{ time: string }>(
        cluster.url('postgres'),
        'select clock_timestamp()::text as time',
      );
      const after = await write('After', () => delay(2_000));
      await statements(cluster.url('postgres'), ['update users set status = false']);
      await portal.stop();
      await cluster.archiveLog();

      const startedAt = performance.now();
      const recovered = await recoverTo(copy, archive, target!.time);
      stack.onEnd(() => recovered.stop());
      const seconds = (performance.now() - startedAt) / 1000;
      log(`point-in-time: recovered to ${target!.time} in ${seconds.toFixed(1)} s`);
      const owner = recovered.url('storeward_owner');
      const recoveredSettings = { ...settings, DATABASE_URL: owner, DATABASE_APP_URL: recovered.url('portal') };
      const verify = (...args: string[]) =>
        spawnSync(process.execPath, ['api/src/cli/verify.ts', ...args], {
          cwd: root,
          env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...recoveredSettings },
          encoding: 'utf8',
        });
      const recorded = verify('--restored');
      const verified = verify();
      const found = await reconcile(before, recovered.url('postgres'));
      const [left] = await rowsOf<{ later: number; disabled: number }>(
        recovered.url('postgres'),
        `select (select count(*)::int from audit where after ->> 'lastName' like 'After-%') as later,
                (select count(*)::int from users where not status and last_name like 'Before-%') as disabled`,
      );
      const restored = await stack.addProduct(recoveredSettings);
      await restored.start();
      const again = await writers(restored.port, recovered.url('postgres'), 'Again');
      await delay(1_000);
      await again.stop();

      const acknowledged = (journal: Journal) => journal.filter((entry) => entry.acknowledged).length;
      return [
        {
          label:
            'recovery to a point in time: acknowledged changes before it that are missing, applied twice, unlike the audit',
          measured: `${found.lost}, ${found.duplicated}, ${found.inconsistent} of ${acknowledged(before)}`,
          expected: '0, 0, 0',
          passed: found.lost + found.duplicated + found.inconsistent === 0 && acknowledged(before) > 100,
        },
        {
          label: 'recovery to a point in time: changes after it, users that the mistake disabled',
          measured: `${left!.later} of ${acknowledged(after)}, ${left!.disabled}`,
          expected: '0, 0',
          passed: left!.later + left!.disabled === 0 && acknowledged(after) > 100,
        },
        {
          label: 'recovery to a point in time: the audit is verified, and changes work again',
          measured: `${verified.status === 0 ? 'valid' : `${recorded.stdout}${verified.stdout}${verified.stderr}`}, ${acknowledged(again.journal)} changes`,
          expected: 'valid, more than 0',
          passed: verified.status === 0 && acknowledged(again.journal) > 0,
        },
      ];
    },
    (folder) => archiving(archiveIn(folder)),
  );
}
