import type { Application } from '../platform/application.ts';
import { importWorker } from './import-worker.ts';
import type { AddImportKind, RunKind } from './kind.ts';
import { deleteExpiredRows } from './queries.ts';
import { createRunStarter, importsService } from './service.ts';

/** Registers the import engine; returns the function by which domains add their import kinds to it. */
export function registerImports(app: Application): AddImportKind {
  const { database, authenticator, environment, warn } = app;
  const limits = { user: environment.importsByUser, organisation: environment.importsByOrganisation };
  const kinds: RunKind[] = [];
  const engine = importWorker({ database, claimJob: authenticator.claimJob, kinds, warn });
  app.addWorker(engine);
  app.addCleanup(async () => {
    while ((await database.transaction(deleteExpiredRows)) > 0);
  });
  return (kind) => {
    kinds.push(kind);
    const dependencies = { kind, wake: engine.wake, limits };
    return { service: importsService(dependencies), begin: createRunStarter(dependencies) };
  };
}
