import { asRead, configurationOf, readableFields } from '@storeward/contract/settings/engine/configuration-values';
import { isActive } from '@storeward/contract/settings/engine/field-conditions';
import { parseFieldName } from '@storeward/contract/settings/engine/field-name';
import { effectiveFieldValue, type PathEntry } from '@storeward/contract/settings/lists/list-rows';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { resolveSessionTimes, type SessionTimes } from '@storeward/contract/settings/sections/session-times';
import type { SettingTuple } from './path-entries.ts';

/** The installation's session times, and its maximum idle time in seconds. */
export type SessionDefaults = { readonly times: SessionTimes; readonly maxIdle: number | undefined };

/** Resolves the values of a path to the effective values of a section. Fields that no node sets are left out. */
export function effectiveValues(values: readonly SettingTuple[]): (section: SectionName) => Record<string, unknown> {
  const chains = new Map<string, PathEntry[]>();
  for (const [section, name, value, mode, node] of values) {
    const { field, row } = parseFieldName(name);
    const key = `${section}.${field}`;
    const entry = { row, value, mode, node: String(node) };
    const chain = chains.get(key);
    if (chain) chain.push(entry);
    else chains.set(key, [entry]);
  }
  return (section) => {
    const effective: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(sectionOf(section).fields)) {
      const chain = chains.get(`${section}.${name}`);
      if (!chain) continue;
      const value = effectiveFieldValue(field, chain);
      if (value !== undefined) effective[name] = value;
    }
    return effective;
  };
}

/**
 * The values of a section for portals and devices: effective values with their defaults, without secrets. The value of
 * an inactive field is null, so that every field is always present.
 */
export function readableValues(values: readonly SettingTuple[]): (section: SectionName) => Record<string, unknown> {
  const valuesOf = effectiveValues(values);
  return (section) => {
    const effective = valuesOf(section);
    return asRead(
      section,
      Object.fromEntries(
        readableFields(section).map(([field, { defaultValue }]) => [
          field,
          isActive(sectionOf(section), field, effective) ? (effective[field] ?? defaultValue) : null,
        ]),
      ),
    );
  };
}

/** The configuration of a node from the values of its path. Values that do not match their schema are ignored. */
export function resolveConfiguration(values: readonly SettingTuple[], { times, maxIdle }: SessionDefaults) {
  const valuesOf = readableValues(values);
  const { autoLogoutDuration } = valuesOf('nodeConfig');
  return { ...configurationOf(valuesOf), sessionTimes: resolveSessionTimes(autoLogoutDuration, times, maxIdle) };
}
