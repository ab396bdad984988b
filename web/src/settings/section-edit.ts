import { isActive, missingFields } from '@storeward/contract/settings/field-conditions';
import { isSecret, keepsStored, parseValue } from '@storeward/contract/settings/kinds/registry';
import type { SettingMode } from '@storeward/contract/settings/section';
import { SectionState } from '@storeward/contract/settings/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { errorMessage, useT } from '../platform/i18n.ts';
import { fieldLabel } from '../platform/setting-labels.ts';
import { useRecordEdit } from '../records/record-edit.ts';
import { useNotify } from '../ui/notify.tsx';
import { sectionQuery, useSaveSection } from './queries.ts';
import { valueText, viewOf } from './kinds/registry.ts';
import { fieldDefinition, modeText } from './section-labels.ts';

/** A field's form value: an own value with its mode, or `own: false` to inherit. */
export type FieldInput = { readonly own: boolean; readonly value: unknown; readonly mode: SettingMode };
export type SectionInput = Record<string, FieldInput>;

export const inheritedInput: FieldInput = { own: false, value: null, mode: 'free' };

/** The form value of a field that is to be inherited. */
export function inheritInput(section: SectionName, field: string): FieldInput {
  const definition = fieldDefinition(section, field);
  const changes = viewOf(definition).changes?.(definition);
  return changes ? { ...inheritedInput, value: changes.none } : inheritedInput;
}

/** The effective values that the form would result in; a secret that is stored has an unknown value. */
function effectiveInputs({ section, fields }: Pick<SectionState, 'section' | 'fields'>, inputs: SectionInput) {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { inherited, bound, value }]) => {
      const input = inputs[field] ?? inheritedInput;
      const isLocked = bound?.mode === 'locked';
      const isStored = isSecret(fieldDefinition(section, field)) && (input.own || inherited.isSet);
      return [field, isStored ? {} : isLocked ? value : input.own ? input.value : inherited.value];
    }),
  );
}

/** Whether a field counts with the values of the form, so that it is shown. */
export const isShown = (state: Pick<SectionState, 'section' | 'fields'>, inputs: SectionInput, field: string) =>
  isActive(sectionOf(state.section), field, effectiveInputs(state, inputs));

/** Validates the fields that are shown: values of this node by their kind, and required fields by what they result in. */
const sectionSchema = (state: Pick<SectionState, 'section' | 'fields'>) =>
  z.custom<SectionInput>().check(({ value: inputs, issues }) => {
    const section = sectionOf(state.section);
    const effective = effectiveInputs(state, inputs);
    const addIssue = (path: string[], message: string) => issues.push({ code: 'custom', message, input: inputs, path });
    for (const field of missingFields(section, effective)) addIssue([field], 'field.required');
    for (const [field, { own, value }] of Object.entries(inputs)) {
      const definition = fieldDefinition(state.section, field);
      // a stored secret is never sent to the client, so null is valid
      if (!own || keepsStored(definition, value) || !isActive(section, field, effective)) continue;
      const changes = viewOf(definition).changes?.(definition);
      const parsed = changes ? changes.validate(value, state.fields[field]!) : parseValue(definition, value);
      if (!('error' in parsed)) continue;
      for (const { path, code } of parsed.parts ?? [{ path: '', code: parsed.error }])
        addIssue([field, ...path.split('.').filter(Boolean)], code);
    }
  });

/** Form values of a stored section. */
export const toSectionInput = ({ section, fields }: Pick<SectionState, 'section' | 'fields'>): SectionInput =>
  Object.fromEntries(
    Object.entries(fields).map(([field, { own }]) => {
      const definition = fieldDefinition(section, field);
      const changes = viewOf(definition).changes?.(definition);
      const value = changes ? changes.none : own?.value;
      return [field, own ? { own: true, value, mode: own.mode } : inheritInput(section, field)];
    }),
  );

/** Request body for these fields: null removes the override. */
export const toRequestFields = (input: SectionInput, fields: readonly string[]) =>
  Object.fromEntries(
    fields.map((field) => {
      const { own, value, mode } = input[field] ?? inheritedInput;
      return [field, own ? { value, mode } : null];
    }),
  );

/** Reason and start time of a change. */
export type ChangeDetails = { readonly reason: string; readonly startsAt: string };
const emptyDetails: ChangeDetails = { reason: '', startsAt: '' };

/** Form state and saving of one section of a node. */
export function useSectionEdit(state: SectionState, { showsFieldErrors = true }: { showsFieldErrors?: boolean } = {}) {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const [details, setDetails] = useState<ChangeDetails>(emptyDetails);
  const { section, place } = state;
  const { id } = place;
  const saveSection = useSaveSection(id, section);
  const fields = Object.keys(sectionOf(section).fields);
  const record = { ...state, updatedDate: state.updatedDate ?? '' };
  const isTouched = useRef<(field: string) => boolean>(() => false);
  const edit = useRecordEdit(record, {
    schema: sectionSchema(state),
    read: (current) => {
      const parsed = SectionState.safeParse(current).data;
      return parsed && { ...parsed, updatedDate: parsed.updatedDate ?? '' };
    },
    values: toSectionInput,
    fields,
    label: (field) => fieldLabel(section, field, t),
    text: (field, { own, value, mode }) => {
      const definition = fieldDefinition(section, field);
      if (!own) return t('settings.field.inherits');
      return mode === 'free'
        ? valueText(definition, value, t)
        : `${valueText(definition, value, t)} (${modeText(definition, mode, t)})`;
    },
    save: async ({ input, version }) => {
      const { reason, startsAt } = details;
      const saved = await saveSection.mutateAsync({
        // untouched fields are not sent: another user may have changed them meanwhile
        fields: toRequestFields(
          input,
          fields.filter((field) => isTouched.current(field)),
        ),
        version,
        ...(reason.trim() && { reason }),
        ...(startsAt && { startsAt }),
      });
      return { ...saved, updatedDate: saved.updatedDate ?? '' };
    },
    onNewer: (newer) => client.setQueryData(sectionQuery(id, section).queryKey, newer),
    onSaved: () => {
      notify.success(t(details.startsAt ? 'settings.saved.planned' : 'settings.saved.now', { name: place.name }));
      setDetails(emptyDetails);
    },
    onError: (error, setErrors) => {
      if (!showsFieldErrors) return false;
      const fieldErrors = error.errors.flatMap(({ path, messageCode, message }) => {
        const [, fieldPath] = path.split(/^fields\./);
        return fieldPath ? [[fieldPath, errorMessage(messageCode, message)] as const] : [];
      });
      if (fieldErrors.length > 0) setErrors(Object.fromEntries(fieldErrors));
      return fieldErrors.length > 0;
    },
  });
  useEffect(() => {
    isTouched.current = (field) => edit.form.isDirty(field);
  });
  return { edit, details, setDetails };
}
