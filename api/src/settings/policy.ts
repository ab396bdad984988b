import { findBound, isAllowedBelow, type StoredValue } from '@storeward/contract/settings/engine/effective-value';
import { type Permission, permits } from '@storeward/contract/access';
import type { NodeType } from '@storeward/contract/access';
import { requiredPermissions } from '@storeward/contract/endpoint';
import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import type { ErrorCode } from '@storeward/contract/errors';
import { equalValues } from '@storeward/contract/settings/kinds/registry';
import {
  fieldOf,
  modesOf,
  type Section,
  type SettingArea,
  type SettingField,
  type SettingMode,
} from '@storeward/contract/settings/engine/section';
import type { Actor } from '../platform/actor.ts';

/** Permissions to change a section at an organisation, and at a node below one. */
const editPermissions: Readonly<Record<SettingArea, { readonly organisation: Permission; readonly node: Permission }>> =
  {
    configuration: { organisation: 'UPDATE_ORGANISATION_CONFIG', node: 'EDIT_NODE_CONFIGURATION' },
    theme: { organisation: 'UPDATE_ORGANISATION_THEME', node: 'EDIT_NODE_THEME' },
    module: { organisation: 'UPDATE_ORGANISATION_MODULE', node: 'EDIT_NODE_MODULE' },
  };

type HasArea = Pick<Section, 'area'>;

/** Module settings need an additional permission; other areas do not. */
const hasModulePermission = ({ permissions }: Actor, { area }: HasArea, name: Permission): boolean =>
  area !== 'module' || permits(permissions, [name]);

/** Whether the actor may see a section in lists. */
export const mayList = (actor: Actor, section: HasArea): boolean => hasModulePermission(actor, section, 'LIST_SETTING');

/** Whether the actor may read a section of one node, and its history. */
export const mayView = (actor: Actor, section: HasArea): boolean => hasModulePermission(actor, section, 'VIEW_SETTING');

/** The node to change; `own` is whether it stores values of the section, undefined if unknown. */
type EditTarget = { readonly nodeType: NodeType; readonly own?: boolean };

/**
 * Whether the actor may change a section. Module settings need the create permission without own values, else the edit
 * permission.
 */
export function mayEdit(actor: Actor, section: HasArea, { nodeType, own }: EditTarget): boolean {
  const { organisation, node } = editPermissions[section.area];
  const mayCreate = own !== true && hasModulePermission(actor, section, 'CREATE_SETTING');
  const mayUpdate = own !== false && hasModulePermission(actor, section, 'EDIT_SETTING');
  return (
    permits(actor.permissions, [nodeType === 'ORGANIZATION' || nodeType === 'GLOBAL' ? organisation : node]) &&
    mayView(actor, section) &&
    (mayCreate || mayUpdate)
  );
}

/** Whether the actor may read past and future values: any permission of the settings endpoint. */
export function mayViewOtherTimes(actor: Actor): boolean {
  const required = requiredPermissions(nodeSettings.get);
  return required !== undefined && permits(actor.permissions, required.names);
}

/** Whether the actor may change settings of many nodes at once. */
export const mayBulkOverride = (actor: Actor): boolean => permits(actor.permissions, ['BULK_OVERRIDE']);

/** Whether the actor may change a section of a node together with others. */
export const mayBulkEdit = (actor: Actor, section: HasArea, target: EditTarget): boolean =>
  mayBulkOverride(actor) && mayEdit(actor, section, target);

/** The desired value of a field; null to inherit. */
export type DesiredValue = { readonly value: unknown; readonly mode: SettingMode } | null;

/** Desired values by stored name: of a field, or of a row of a list; null to inherit. */
export type DesiredFields = Readonly<Record<string, DesiredValue>>;

/** Whether the desired value equals the stored one. */
export const isUnchanged = (
  field: SettingField | undefined,
  own: StoredValue | undefined,
  desired: DesiredValue,
): boolean =>
  field === undefined || desired === null || own === undefined
    ? desired === null && own === undefined
    : own.mode === desired.mode && equalValues(field, own.value, desired.value);

/** Why a value is not allowed below these ancestor values; undefined if it is. Inheriting is always allowed. */
export function valueError(
  section: Section,
  name: string,
  desired: DesiredValue,
  above: readonly StoredValue[],
): ErrorCode | undefined {
  const field = fieldOf(section, name);
  if (!field) return 'setting.unknownField';
  if (desired === null) return undefined;
  if (!modesOf(field).includes(desired.mode)) return 'setting.noSuchMode';
  if (isAllowedBelow(field, desired.value, above)) return undefined;
  return findBound(field, above)?.mode === 'locked' ? 'setting.locked' : 'setting.looser';
}
