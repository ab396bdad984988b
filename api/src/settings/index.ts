import { changeCalendars } from '@storeward/contract/settings/endpoints/change-calendar';
import { bulkOverrides } from '@storeward/contract/settings/endpoints/bulk-override';
import { connectionTests } from '@storeward/contract/settings/endpoints/connection-test';
import { settingImports } from '@storeward/contract/settings/endpoints/csv-columns';
import { deviceConfigurations } from '@storeward/contract/settings/endpoints/device-configuration';
import { listImports } from '@storeward/contract/settings/lists/list-columns';
import { nodeConfigurations } from '@storeward/contract/settings/endpoints/node-configuration';
import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { tillLists } from '@storeward/contract/settings/lists/till-lists';
import type { AddImportKind } from '../imports/kind.ts';
import type { Actor, Scope } from '../platform/actor.ts';
import type { Application } from '../platform/application.ts';
import type { Db } from '../platform/database/db.ts';
import { ensure } from '../platform/errors.ts';
import { guardOptions } from '../platform/security/address-guard.ts';
import { bulkOverridesService } from './bulk/bulk-override.ts';
import { changeCalendarsService } from './changes/change-calendar.ts';
import { bulkOverrideKind } from './bulk/bulk-run-kind.ts';
import { connectionTestsService } from './connections/connection-test.ts';
import { type DeviceKeyResolver, deviceConfigurationsService } from './configuration/device-configuration.ts';
import { settingImport } from './files/import.ts';
import { mayEdit } from './policy.ts';
import { findSettingNode } from './queries.ts';
import { listImport } from './lists/list-import.ts';
import type { SessionDefaults } from './resolve.ts';
import {
  decryptWithKey,
  type EncryptedSecret,
  encryptSecret,
  installationEncryption,
  type SecretOwner,
  type StoredSecret,
} from './secrets.ts';
import { configurationsService, settingsService } from './service.ts';
import { configurationSigner } from './configuration/signing-keys.ts';
import { tillListsService } from './configuration/till-lists.ts';
import type { SettingTuple } from './path-entries.ts';
import { effectiveValues } from './resolve.ts';

export const settingEndpoints = {
  configurations: nodeConfigurations,
  settings: nodeSettings,
  connectionTests,
  bulkOverrides,
  settingImports,
  listImports,
  deviceConfigurations,
  tillLists,
  changeCalendars,
};

type SettingDependencies = {
  readonly addImportKind: AddImportKind;
  readonly sessionDefaults: SessionDefaults;
  readonly resolveDeviceKey: DeviceKeyResolver;
};

/** Encryption of secrets with the key of their organisation. */
type SecretEncryption = {
  readonly encrypt: (db: Db, scope: Scope, secret: string, belongsTo: SecretOwner) => Promise<EncryptedSecret>;
  /** Decrypts a secret with its organisation's encrypted key; undefined if that fails. */
  readonly decrypt: (stored: StoredSecret, belongsTo: SecretOwner) => string | undefined;
};

export function registerSettings(
  app: Application,
  { addImportKind, sessionDefaults, resolveDeviceKey }: SettingDependencies,
): SecretEncryption {
  const { secretKey, previousKey } = app.security;
  const installation = installationEncryption(secretKey, previousKey);
  app.register(settingEndpoints, {
    configurations: configurationsService(sessionDefaults),
    settings: settingsService(installation),
    connectionTests: connectionTestsService(installation, guardOptions(app.environment)),
    bulkOverrides: bulkOverridesService(addImportKind(bulkOverrideKind)),
    settingImports: addImportKind(settingImport).service,
    listImports: addImportKind(listImport).service,
    deviceConfigurations: deviceConfigurationsService({
      resolveKey: resolveDeviceKey,
      signer: configurationSigner(secretKey, previousKey),
    }),
    tillLists: tillListsService,
    changeCalendars: changeCalendarsService,
  });
  return {
    encrypt: (db, scope, secret, belongsTo) => encryptSecret(db, scope, installation, secret, belongsTo),
    decrypt: (stored, belongsTo) => decryptWithKey(installation, stored, belongsTo),
  };
}

/** The effective values of a theme from those stored along the path of a node. */
export const effectiveTheme = (values: readonly SettingTuple[]): Record<string, unknown> =>
  effectiveValues(values)('theme');

/** Throws `node.unknown` or `setting.notYours` unless the actor may edit the module settings of a node. */
export async function ensureMayEditModules(actor: Actor, db: Db, nodeId: string): Promise<void> {
  const node = await findSettingNode(db, actor.scope, nodeId);
  ensure(node, 'node.unknown');
  ensure(mayEdit(actor, { area: 'module' }, { nodeType: node.nodeType }), 'setting.notYours');
}
