import { bulkOverrides } from '@storeward/contract/settings/bulk-override';
import { settingImports } from '@storeward/contract/settings/csv-columns';
import { deviceConfigurations } from '@storeward/contract/settings/device-configuration';
import { listImports } from '@storeward/contract/settings/list-columns';
import { nodeConfigurations } from '@storeward/contract/settings/node-configuration';
import { nodeSettings } from '@storeward/contract/settings/node-settings';
import type { AddImportKind } from '../imports/kind.ts';
import type { Scope } from '../platform/actor.ts';
import type { Application } from '../platform/application.ts';
import type { Db } from '../platform/database/db.ts';
import { bulkOverridesService } from './bulk-override.ts';
import { bulkOverrideKind } from './bulk-run-kind.ts';
import { deviceConfigurationsService } from './device-configuration.ts';
import { settingImport } from './import.ts';
import { listImport } from './lists/list-import.ts';
import type { SessionDefaults } from './resolve.ts';
import { decryptWithKey, type EncryptedSecret, encryptSecret, installationEncryption } from './secrets.ts';
import { configurationsService, settingsService } from './service.ts';
import { configurationSigner } from './signing-keys.ts';

export const settingEndpoints = {
  configurations: nodeConfigurations,
  settings: nodeSettings,
  bulkOverrides,
  settingImports,
  listImports,
  deviceConfigurations,
};

type SettingDependencies = {
  readonly addImportKind: AddImportKind;
  readonly sessionDefaults: SessionDefaults;
  /** Hashes a device key as it is stored. */
  readonly keyHash: (key: string) => Buffer;
};

/** Encryption of secrets with the key of their organisation. */
type SecretEncryption = {
  readonly encrypt: (db: Db, scope: Scope, secret: string) => Promise<EncryptedSecret>;
  /** Decrypts a secret with its organisation's encrypted key; undefined if that fails. */
  readonly decrypt: (key: Buffer, secret: string) => string | undefined;
};

export function registerSettings(
  app: Application,
  { addImportKind, sessionDefaults, keyHash }: SettingDependencies,
): SecretEncryption {
  const { secretKey, previousKey } = app.security;
  const installation = installationEncryption(secretKey, previousKey);
  app.register(settingEndpoints, {
    configurations: configurationsService(sessionDefaults),
    settings: settingsService(installation),
    bulkOverrides: bulkOverridesService(addImportKind(bulkOverrideKind)),
    settingImports: addImportKind(settingImport).service,
    listImports: addImportKind(listImport).service,
    deviceConfigurations: deviceConfigurationsService({
      hashOf: keyHash,
      signer: configurationSigner(secretKey, previousKey),
    }),
  });
  return {
    encrypt: (db, scope, secret) => encryptSecret(db, scope, installation, secret),
    decrypt: (key, secret) => decryptWithKey(installation, key, secret),
  };
}
