import type { GaugeConfiguration, Registry } from 'prom-client';
import type { Platform } from '../platform/application.ts';
import type { Prometheus } from './registry.ts';

const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Measures the connection pool, the time that transactions hold a connection, and the queues of requests and password hashes. */
export function measurePlatform(
  { Gauge, Histogram }: Prometheus,
  registry: Registry,
  { database, security, admission }: Pick<Platform, 'database' | 'security' | 'admission'>,
): void {
  const registers = [registry];
  const { pool } = database;
  const gauge = (options: Omit<GaugeConfiguration<'lane' | 'state'>, 'registers'>) =>
    new Gauge({ ...options, registers });
  gauge({
    name: 'storeward_database_connections',
    help: 'Connections of the pool, in use and idle, and requests that wait for one',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  gauge({
    name: 'storeward_database_connections_max',
    help: 'The largest number of connections of the pool',
  }).set(pool.options.max);
  const held = new Histogram({
    name: 'storeward_database_transaction_seconds',
    help: 'Time that a transaction held a connection',
    buckets: seconds,
    registers,
  });
  const since = new WeakMap<object, number>();
  pool.on('acquire', (client) => void since.set(client, performance.now()));
  pool.on('release', (_error, client) => {
    const start = since.get(client);
    if (start !== undefined) held.observe((performance.now() - start) / 1000);
  });
  gauge({
    name: 'storeward_admitted_transactions',
    help: 'Transactions of requests that run and that wait for their turn',
    labelNames: ['lane', 'state'],
    collect() {
      for (const [lane, { running, waiting }] of Object.entries(admission.counts())) {
        this.set({ lane, state: 'running' }, running);
        this.set({ lane, state: 'waiting' }, waiting);
      }
    },
  });
  gauge({
    name: 'storeward_password_hashes',
    help: 'Password hashes that are computed and that wait',
    labelNames: ['state'],
    collect() {
      const { running, waiting } = security.hashing.counts();
      this.set({ state: 'running' }, running);
      this.set({ state: 'waiting' }, waiting);
    },
  });
}
