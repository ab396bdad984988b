import { keepsStored, parseValue } from '@storeward/contract/settings/kinds/registry';
import type { SettingField, SettingMode } from '@storeward/contract/settings/section';
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
import { valueText } from './kinds/registry.ts';
import { fieldDefinition, modeText } from './section-labels.ts';

/** A field's form value: an own value with its mode, or `own: false` to inherit. */
export type FieldInput = { readonly own: boolean; readonly value: unknown; readonly mode: SettingMode };
export type SectionInput = Record<string, FieldInput>;

export const inheritedInput: FieldInput = { own: false, value: null, mode: 'free' };

const fieldInputSchema = (field: SettingField) =>
  z.custom<FieldInput>().check(({ value: { own, value }, issues }) => {
    // a stored secret is never sent to the client, so null is valid
    if (!own || keepsStored(field, value)) return;
    const parsed = parseValue(field, value);
    if ('error' in parsed) issues.push({ code: 'custom', message: parsed.error, input: value, path: [] });
  });

const schemas = new Map<SectionName, z.ZodMiniType<SectionInput, SectionInput>>();
function sectionSchema(name: SectionName): z.ZodMiniType<SectionInput, SectionInput> {
  const shape = Object.entries(sectionOf(name).fields).map(
    ([field, definition]) => [field, fieldInputSchema(definition)] as const,
  );
  const schema = schemas.get(name) ?? z.object(Object.fromEntries(shape));
  schemas.set(name, schema);
  return schema;
}

/** Form values of a stored section. */
export const toSectionInput = ({ fields }: Pick<SectionState, 'fields'>): SectionInput =>
  Object.fromEntries(
    Object.entries(fields).map(([field, { own }]) => [
      field,
      own ? { own: true, value: own.value, mode: own.mode } : inheritedInput,
    ]),
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
    schema: sectionSchema(section),
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
        const [, field] = path.split('.');
        return field ? [[field, errorMessage(messageCode, message)] as const] : [];
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
