import type { Registry } from 'prom-client';
import { importStates } from '@storeward/contract/imports';
import type { Database } from '../platform/database/db.ts';
import { readFigures } from './queries.ts';
import type { Prometheus } from './registry.ts';

type Definition = { readonly help: string; readonly label?: string; readonly values?: readonly string[] };

/** The gauges by the figure of `operating_figures` that each shows. All processes of an installation report the same. */
const gauges: Readonly<Record<string, Definition & { readonly name: string }>> = {
  runs: { name: 'runs', help: 'Imports and bulk changes by state', label: 'state', values: importStates },
  mails: { name: 'mails', help: 'Mails in the queue', label: 'state', values: ['waiting', 'retrying'] },
  mail_age: { name: 'mail_age_seconds', help: 'Age of the oldest mail in the queue' },
  webhook_messages: {
    name: 'webhook_messages',
    help: 'Webhook messages in the queue',
    label: 'state',
    values: ['waiting', 'retrying'],
  },
  webhook_message_age: { name: 'webhook_message_age_seconds', help: 'Age of the oldest webhook message in the queue' },
  audit_unchained: { name: 'audit_unchained_entries', help: 'Audit entries that the hash chain does not hold yet' },
  audit_chain_lag: { name: 'audit_chain_lag_seconds', help: 'Age of the oldest of these entries' },
  audit_anchor_lag: {
    name: 'audit_anchor_lag_seconds',
    help: 'Age of the oldest chained entry that no signed record covers',
  },
  audit_errors: { name: 'audit_errors', help: 'Errors found in the hash chains of the audit' },
};

/** Returns the function that reads the figures before metrics are shown; without a database the others are shown alone. */
export function measureOperation(
  { Gauge }: Prometheus,
  registry: Registry,
  { database, warn }: { readonly database: Database; readonly warn: (details: object, message: string) => void },
): () => Promise<void> {
  const registers = [registry];
  const byFigure = new Map(
    Object.entries(gauges).map(([figure, { name, help, label }]) => [
      figure,
      new Gauge({ name: `storeward_${name}`, help, labelNames: label ? [label] : [], registers }),
    ]),
  );
  const up = new Gauge({
    name: 'storeward_database_up',
    help: '1 if the figures of the database could be read',
    registers,
  });
  return async () => {
    const figures = await database.transaction(readFigures).catch((error: unknown) => {
      warn({ err: error }, 'the figures for monitoring could not be read');
      return undefined;
    });
    up.set(figures ? 1 : 0);
    for (const [figure, gauge] of byFigure) {
      const { label, values = [] } = gauges[figure]!;
      gauge.reset();
      if (!figures && !label) gauge.remove();
      if (figures && label) for (const value of values) gauge.set({ [label]: value }, 0);
      for (const row of figures ?? [])
        if (row.figure === figure) gauge.set(label ? { [label]: row.label } : {}, row.value);
    }
  };
}
