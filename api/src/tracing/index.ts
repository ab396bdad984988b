import type { Application } from '../platform/application.ts';

/** Sends traces to an OpenTelemetry collector. Without its address nothing is loaded or measured. */
export async function registerTracing({ server, environment }: Application): Promise<void> {
  if (environment.tracesEndpoint === undefined) return;
  const { startTracing } = await import('./spans.ts');
  startTracing(server);
}
