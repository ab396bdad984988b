import { audit } from '@storeward/contract/audit';
import type { Application } from '../platform/application.ts';
import { workerLoop } from '../platform/worker-loop.ts';
import { anchoring } from './anchors.ts';
import { hashChainWorker } from './hash-chain.ts';
import { recordTargets } from './record-targets.ts';
import { removeOldEntries } from './retention.ts';
import { writeCountedEvents } from './queries.ts';
import { auditObserver } from './observer.ts';
import { auditService } from './service.ts';
import { recordSigner } from './signed-records.ts';

export const auditEndpoints = { audit };

const anchorIntervalMs = 60_000;

export function registerAudit(app: Application): void {
  const { database, environment, security, warn } = app;
  const targets = recordTargets(app);
  const signer = recordSigner(security.secretKey);
  const signers = [signer, ...(security.previousKey ? [recordSigner(security.previousKey)] : [])] as const;
  const anchorAll = anchoring({ database, targets, signers });
  app.addWorker(hashChainWorker(app));
  app.addWorker(
    workerLoop(() => anchorAll().then(() => false), {
      name: 'auditAnchors',
      intervalMs: anchorIntervalMs,
      onError: (error) => warn({ err: error }, 'signing the audit hash chains failed; will retry'),
    }),
  );
  app.addCleanup(() => database.transaction(writeCountedEvents));
  app.observe(auditObserver(app.database));
  const { auditKeepDays } = environment;
  if (auditKeepDays !== undefined) app.addCleanup(() => removeOldEntries({ database, targets, signer }, auditKeepDays));
  app.register(auditEndpoints, { audit: auditService(targets.files) });
}
