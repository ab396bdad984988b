import { apiKeys } from '@storeward/contract/api-keys';
import type { Application } from '../platform/application.ts';
import { apiKeysService } from './service.ts';

export const apiKeyEndpoints = { apiKeys };

export function registerApiKeys(app: Application): void {
  app.register(apiKeyEndpoints, { apiKeys: apiKeysService });
}
