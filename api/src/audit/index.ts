import { audit } from '@storeward/contract/audit';
import type { Application } from '../platform/application.ts';
import { hashChainWorker } from './hash-chain.ts';
import { auditService } from './service.ts';

export const auditEndpoints = { audit };

export function registerAudit(app: Application): void {
  app.addWorker(hashChainWorker(app.database, app.warn));
  app.register(auditEndpoints, { audit: auditService });
}
