import type { NodeId } from '@storeward/contract/nodes';
import type { FieldState, SectionState } from '@storeward/contract/settings/engine/section-state';
import type { SectionName } from '@storeward/contract/settings/sections';

export const store = {
  id: '0199a000-0000-7000-8000-00000000000b' as NodeId,
  name: 'Leeds',
  nodeType: 'STORE' as const,
};
export const headOffice = {
  id: '0199a000-0000-7000-8000-00000000000a' as NodeId,
  name: 'Acorn Retail',
  nodeType: 'ORGANIZATION' as const,
};

/** A field that nothing has set. */
export const unsetField: FieldState = {
  value: null,
  isSet: false,
  source: null,
  own: null,
  inherited: { value: null, isSet: false, source: null },
  bound: null,
  chain: [],
  coming: [],
};

/** A field with a value of head office. */
export const inheritedField = (value: unknown): FieldState => ({
  ...unsetField,
  value,
  isSet: true,
  source: headOffice,
  inherited: { value, isSet: true, source: headOffice },
});

/** A field with a value of the store. */
export const ownField = (value: unknown): FieldState => ({
  ...unsetField,
  value,
  isSet: true,
  source: store,
  own: { value, mode: 'free', since: '2026-03-01T08:00:00Z', by: 'Ann Lee', reason: null, inForce: true },
});

/** A section of a store that the user may edit. */
export const sectionState = (
  section: string,
  fields: Readonly<Record<string, FieldState>>,
  more: Partial<SectionState> = {},
): SectionState => ({
  section: section as SectionName,
  place: store,
  timeZone: 'Europe/London',
  at: null,
  isOverride: Object.values(fields).some(({ own }) => own !== null),
  version: 3,
  updatedDate: '2026-03-01T08:00:00Z',
  updatedBy: 'Bo Reed',
  fields: { ...fields },
  draft: null,
  can: { edit: true, push: false },
  ...more,
});
