import type { SettingField, SettingMode } from '@storeward/contract/settings/section';
import { SectionState } from '@storeward/contract/settings/section-state';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { sayError, useT } from '../platform/i18n.ts';
import { fieldLabel } from '../platform/setting-names.ts';
import { useRecordEdit } from '../screens/record-edit.ts';
import { useNotify } from '../ui/notify.tsx';
import { sectionAt, useSaveSection } from './queries.ts';
import { declared, modeText, valueText } from './section-words.ts';

/** What a place is to say about a field: a value of its own, or nothing, so that it inherits. */
export type Choice = { readonly own: boolean; readonly value: unknown; readonly mode: SettingMode };
export type Choices = Record<string, Choice>;

/** A place that says nothing. */
export const inherited: Choice = { own: false, value: null, mode: 'free' };

const choiceOf = (field: SettingField) =>
  z.custom<Choice>().check(({ value: { own, value }, issues }) => {
    // a secret that is set already is typed by nobody
    if (!own || (field.kind === 'secret' && value === null)) return;
    const [issue] = field.shape.safeParse(value).error?.issues ?? [];
    if (issue) issues.push({ code: 'custom', message: issue.message, input: value, path: [] });
  });

const schemas = new Map<SectionName, z.ZodMiniType<Choices, Choices>>();
function schemaOf(name: SectionName): z.ZodMiniType<Choices, Choices> {
  const shape = Object.entries(sectionOf(name).fields).map(([field, one]) => [field, choiceOf(one)] as const);
  const schema = schemas.get(name) ?? z.object(Object.fromEntries(shape));
  schemas.set(name, schema);
  return schema;
}

/** What a place says now, field by field. */
export const choicesOf = ({ fields }: Pick<SectionState, 'fields'>): Choices =>
  Object.fromEntries(
    Object.entries(fields).map(([field, { own }]) => [
      field,
      own ? { own: true, value: own.value, mode: own.mode } : inherited,
    ]),
  );

/** Some fields as the server takes them. */
export const wantedOf = (choices: Choices, fields: readonly string[]) =>
  Object.fromEntries(
    fields.map((field) => {
      const { own, value, mode } = choices[field] ?? inherited;
      return [field, own ? { value, mode } : null];
    }),
  );

/** Why something is changed, and from when on. */
export type About = { readonly reason: string; readonly startsAt: string };
const nothing: About = { reason: '', startsAt: '' };

/** Editing one section of one place. */
export function useSectionEdit(state: SectionState, { marksFields = true }: { marksFields?: boolean } = {}) {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const [about, setAbout] = useState<About>(nothing);
  const { section, place } = state;
  const { id } = place;
  const saveSection = useSaveSection(id, section);
  const fields = Object.keys(sectionOf(section).fields);
  const record = { ...state, updatedDate: state.updatedDate ?? '' };
  const touched = useRef<(field: string) => boolean>(() => false);
  const edit = useRecordEdit(record, {
    schema: schemaOf(section),
    read: (current) => {
      const found = SectionState.safeParse(current).data;
      return found && { ...found, updatedDate: found.updatedDate ?? '' };
    },
    values: choicesOf,
    fields,
    label: (field) => fieldLabel(section, field, t),
    text: (field, { own, value, mode }) => {
      const one = declared(section, field);
      if (!own) return t('settings.field.inherits');
      return mode === 'free' ? valueText(one, value, t) : `${valueText(one, value, t)} (${modeText(one, mode, t)})`;
    },
    save: async ({ input, version }) => {
      const { reason, startsAt } = about;
      const saved = await saveSection.mutateAsync({
        // what was not touched is not sent: it may have come to be something else by itself
        fields: wantedOf(
          input,
          fields.filter((field) => touched.current(field)),
        ),
        version,
        ...(reason.trim() && { reason }),
        ...(startsAt && { startsAt }),
      });
      return { ...saved, updatedDate: saved.updatedDate ?? '' };
    },
    onNewer: (newer) => client.setQueryData(sectionAt(id, section).queryKey, newer),
    onSaved: () => {
      notify.success(t(about.startsAt ? 'settings.saved.planned' : 'settings.saved.now', { name: place.name }));
      setAbout(nothing);
    },
    onRefused: (fault, refuse) => {
      if (!marksFields || fault.code === 'theme.unreadable') return false;
      const named = fault.errors.flatMap(({ path, messageCode, message }) => {
        const [, field] = path.split('.');
        return field ? [[field, sayError(messageCode, message)] as const] : [];
      });
      if (named.length > 0) refuse(Object.fromEntries(named));
      return named.length > 0;
    },
  });
  useEffect(() => {
    touched.current = (field) => edit.form.isDirty(field);
  });
  return { edit, about, setAbout };
}
