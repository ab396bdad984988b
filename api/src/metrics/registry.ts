import type { Registry } from 'prom-client';
import type { Environment } from '../platform/environment/environment.ts';
import { checkedOutCommit, version } from '../platform/version.ts';

/** The client library, loaded only if metrics are on. */
export type Prometheus = typeof import('prom-client');

/** The registry of one server, with the metrics of the process. */
export function createRegistry(prometheus: Prometheus, { commit }: Pick<Environment, 'commit'>): Registry {
  const registry = new prometheus.Registry();
  prometheus.collectDefaultMetrics({ register: registry });
  new prometheus.Gauge({
    name: 'storeward_build_info',
    help: 'The version that runs; always 1',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version, commit: commit ?? checkedOutCommit() ?? '' }, 1);
  return registry;
}
