import { reference } from '@storeward/contract/reference/lists';
import type { Application } from '../platform/application.ts';
import { referenceService } from './service.ts';

export const referenceEndpoints = { reference };

export function registerReference(app: Application): void {
  app.register(referenceEndpoints, { reference: referenceService });
}
