import { webhooks } from '@storeward/contract/webhooks';
import type { Application } from '../platform/application.ts';
import { deleteExpired } from '../platform/cleanup.ts';
import { guardOptions } from '../platform/security/address-guard.ts';
import { safeFetch } from '../platform/security/safe-fetch.ts';
import { type WebhookDependencies, webhooksService } from './service.ts';
import { type WebhookWorkerDependencies, webhookWorker } from './worker.ts';

export const webhookEndpoints = { webhooks };

/** Encryption of the secrets by which messages are signed. */
type SecretEncryption = {
  readonly encrypt: WebhookDependencies['encrypt'];
  readonly decrypt: WebhookWorkerDependencies['decrypt'];
};

export function registerWebhooks(app: Application, { encrypt, decrypt }: SecretEncryption): void {
  const { database, authenticator, environment, warn } = app;
  const httpClient = safeFetch({ ...guardOptions(environment), timeoutSeconds: environment.webhookTimeoutSeconds });
  const { claimChangeEvents: claimEvents, claimAuditEntries: claimEntries } = authenticator;
  const worker = webhookWorker({ database, claimEvents, claimEntries, decrypt, httpClient, warn });
  app.addWorker(worker);
  app.addCleanup(deleteExpired(database, 'webhook_messages'));
  app.register(webhookEndpoints, { webhooks: webhooksService({ encrypt, httpClient, wake: worker.wake }) });
}
