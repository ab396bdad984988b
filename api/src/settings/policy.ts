import { boundOf, mayStand, type Stated } from '@storeward/contract/settings/binding';
import { type Permission, permits } from '@storeward/contract/access';
import type { NodeType } from '@storeward/contract/access';
import { needed } from '@storeward/contract/endpoint';
import { nodeSettings } from '@storeward/contract/settings/node-settings';
import type { ErrorCode } from '@storeward/contract/errors';
import {
  fieldOf,
  modesOf,
  type Section,
  type SettingArea,
  type SettingMode,
} from '@storeward/contract/settings/section';
import type { Actor } from '../platform/actor.ts';

/** What somebody has to hold to change a section at an organisation, and at any place below one. */
const needs: Readonly<Record<SettingArea, { readonly organisation: Permission; readonly place: Permission }>> = {
  configuration: { organisation: 'UPDATE_ORGANISATION_CONFIG', place: 'EDIT_NODE_CONFIGURATION' },
  theme: { organisation: 'UPDATE_ORGANISATION_THEME', place: 'EDIT_NODE_THEME' },
  module: { organisation: 'UPDATE_ORGANISATION_MODULE', place: 'EDIT_NODE_MODULE' },
};

type InArea = Pick<Section, 'area'>;

/** What the settings of a module ask for besides, and all others do not. */
const mayWithModules = ({ permissions }: Actor, { area }: InArea, name: Permission): boolean =>
  area !== 'module' || permits(permissions, [name]);

/** Whether the actor sees a section in a list: of sections, or of places with what they say. */
export const mayList = (actor: Actor, section: InArea): boolean => mayWithModules(actor, section, 'LIST_SETTING');

/** Whether the actor may look at a section of one place, and at what was changed there. */
export const mayView = (actor: Actor, section: InArea): boolean => mayWithModules(actor, section, 'VIEW_SETTING');

/** What is known of a place that is to be changed: whether it says something itself in the section; where that is not known, either may be. */
type Standing = { readonly nodeType: NodeType; readonly own?: boolean };

/** Whether the actor may change a section at a place of this kind: a module's is made where the place says nothing yet, and else edited. */
export function mayEdit(actor: Actor, section: InArea, { nodeType, own }: Standing): boolean {
  const { organisation, place } = needs[section.area];
  const made = own !== true && mayWithModules(actor, section, 'CREATE_SETTING');
  const edited = own !== false && mayWithModules(actor, section, 'EDIT_SETTING');
  return (
    permits(actor.permissions, [nodeType === 'ORGANIZATION' || nodeType === 'GLOBAL' ? organisation : place]) &&
    mayView(actor, section) &&
    (made || edited)
  );
}

/** Whether the actor may look at what counted or will count at another time: whoever may look at settings, as the doors say. */
export function mayLookBack(actor: Actor): boolean {
  const wants = needed(nodeSettings.get);
  return wants !== undefined && permits(actor.permissions, wants.names);
}

/** Whether the actor may set sections of many places at once. */
export const mayPush = (actor: Actor): boolean => permits(actor.permissions, ['BULK_OVERRIDE']);

/** What a field is to become at a place. */
export type WantedValue = { readonly value: unknown; readonly mode: SettingMode } | null;

/** Why a field may not become this where that stands above it; nothing stands in the way of saying nothing. */
export function valueFault(
  section: Section,
  name: string,
  wanted: WantedValue,
  above: readonly Stated[],
): ErrorCode | undefined {
  const field = fieldOf(section, name);
  if (!field) return 'setting.unknownField';
  if (wanted === null) return undefined;
  if (!modesOf(field).includes(wanted.mode)) return 'setting.noSuchMode';
  if (mayStand(field, wanted.value, above)) return undefined;
  return boundOf(field, above)?.mode === 'locked' ? 'setting.locked' : 'setting.looser';
}
