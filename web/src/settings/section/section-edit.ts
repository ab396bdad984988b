import { isActive, missingFields, requiredCode } from '@storeward/contract/settings/engine/field-conditions';
import { isSecret, keepsStored, parseValue } from '@storeward/contract/settings/kinds/registry';
import type { SettingMode } from '@storeward/contract/settings/engine/section';
import { SectionState } from '@storeward/contract/settings/engine/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import type { ApiError } from '../../platform/api/api.ts';
import { errorText } from '../../platform/text/error-text.tsx';
import { useT } from '../../platform/text/i18n.ts';
import { fieldLabel } from '../../platform/text/setting-labels.ts';
import { useRecordEdit } from '../../records/record-edit.ts';
import { useNotify } from '../../ui/page/notify.tsx';
import { sectionQuery, useSaveSection } from '../queries.ts';
import type { Translate } from '../kinds/field-view.ts';
import { viewOf } from '../kinds/registry.ts';
import { fieldDefinition, modeText } from './section-labels.ts';
import { valueText } from '../../platform/text/setting-values.ts';

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
export function effectiveInputs({ section, fields }: Pick<SectionState, 'section' | 'fields'>, inputs: SectionInput) {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { inherited, bound, value }]) => {
      const input = inputs[field] ?? inheritedInput;
      const isLocked = bound?.mode === 'locked';
      const isStored = isSecret(fieldDefinition(section, field)) && (input.own || inherited.isSet);
      return [field, isStored ? {} : isLocked ? value : input.own ? input.value : inherited.value];
    }),
  );
}

/** Whether a field is active with the values of the form, and therefore shown. */
export const isShown = (state: Pick<SectionState, 'section' | 'fields'>, inputs: SectionInput, field: string) =>
  isActive(sectionOf(state.section), field, effectiveInputs(state, inputs));

/** An error of a form value: the field, and the path inside its value. */
type InputIssue = { readonly path: readonly [field: string, ...inside: string[]]; readonly code: string };

/** Validates the fields that are shown: own values by their kind, and required fields by their effective values. */
export function inputIssues(state: Pick<SectionState, 'section' | 'fields'>, inputs: SectionInput): InputIssue[] {
  const section = sectionOf(state.section);
  const effective = effectiveInputs(state, inputs);
  const missing = missingFields(section, effective).map((field): InputIssue => ({
    path: [field],
    code: requiredCode(section, field),
  }));
  const invalid = Object.entries(inputs).flatMap(([field, { own, value }]): InputIssue[] => {
    const definition = fieldDefinition(state.section, field);
    // a stored secret is never sent to the client, so null is valid
    if (!own || keepsStored(definition, value) || !isActive(section, field, effective)) return [];
    const changes = viewOf(definition).changes?.(definition);
    const parsed = changes ? changes.validate(value, state.fields[field]!) : parseValue(definition, value);
    if (!('error' in parsed)) return [];
    return (parsed.parts ?? [{ path: '', code: parsed.error }]).map(({ path, code }) => ({
      path: [field, ...path.split('.').filter(Boolean)],
      code,
    }));
  });
  return [...missing, ...invalid];
}

const sectionSchema = (state: Pick<SectionState, 'section' | 'fields'>) =>
  z.custom<SectionInput>().check(({ value: inputs, issues }) => {
    for (const { path, code } of inputIssues(state, inputs))
      issues.push({ code: 'custom', message: code, input: inputs, path: [...path] });
  });

/** A form value as text. */
export function inputText(section: SectionName, field: string, { own, value, mode }: FieldInput, t: Translate): string {
  const definition = fieldDefinition(section, field);
  if (!own) return t('settings.field.inherits');
  const text = valueText(definition, value, t);
  return mode === 'free' ? text : `${text} (${modeText(definition, mode, t)})`;
}

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

/** The error texts of a response by field. */
export const fieldErrorsOf = ({ errors }: Pick<ApiError, 'errors'>): Record<string, ReactElement> =>
  Object.fromEntries(
    errors.flatMap(({ path, messageCode, message }) => {
      const [, fieldPath] = path.split(/^fields\./);
      return fieldPath ? [[fieldPath, errorText(messageCode, message)] as const] : [];
    }),
  );

/** Reason and start time of a change. */
export type ChangeDetails = { readonly reason: string; readonly startsAt: string };
export const emptyDetails: ChangeDetails = { reason: '', startsAt: '' };

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
    text: (field, input) => inputText(section, field, input, t),
    authorOf: (field, { fields: states, updatedBy, updatedDate }) =>
      states[field]?.own ?? { by: updatedBy, since: updatedDate },
    changedBy: ({ updatedBy }) => updatedBy,
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
      const fieldErrors = fieldErrorsOf(error);
      const hasFieldErrors = Object.keys(fieldErrors).length > 0;
      if (hasFieldErrors) setErrors(fieldErrors);
      return hasFieldErrors;
    },
  });
  useEffect(() => {
    isTouched.current = (field) => edit.form.isDirty(field);
  });
  return { edit, details, setDetails };
}
