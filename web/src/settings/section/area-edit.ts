import type { FieldState, SectionState } from '@storeward/contract/settings/engine/section-state';
import { SectionState as SectionStateSchema } from '@storeward/contract/settings/engine/section-state';
import { sameValue } from '@storeward/contract/settings/engine/same-value';
import type { SettingArea } from '@storeward/contract/settings/engine/section';
import type { SectionName } from '@storeward/contract/settings/sections';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { errorText } from '../../platform/text/error-text.tsx';
import { useT } from '../../platform/text/i18n.ts';
import { fieldLabel, sectionLabel } from '../../platform/text/setting-labels.ts';
import type { Authorship } from '../../records/record-conflict.ts';
import { useRecordEdit } from '../../records/record-edit.ts';
import { useNotify } from '../../ui/page/notify.tsx';
import { areaQuery, useSaveArea } from '../queries.ts';
import { listConflicts } from './list-conflicts.ts';
import {
  type ChangeDetails,
  emptyDetails,
  type FieldInput,
  inheritedInput,
  inputIssues,
  inputText,
  isShown,
  type SectionInput,
  toRequestFields,
  toSectionInput,
} from './section-edit.ts';

/** The form values of all sections, by the names of `inputName`. */
export type AreaInput = Record<string, FieldInput>;

/** The name of a setting in the form: without dots, which the form reads as paths. */
export const inputName = (section: SectionName, field: string): string => `${section}:${field}`;

function parseInputName(name: string): { section: SectionName; field: string } {
  const [section, field] = name.split(':') as [SectionName, string];
  return { section, field };
}

/** The form values of one section. */
export const sectionInputOf = ({ section, fields }: SectionState, input: AreaInput): SectionInput =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, input[inputName(section, field)] ?? inheritedInput]));

/** The form values of one section by their names in the form. */
export const namedInputs = ({ section }: Pick<SectionState, 'section'>, input: SectionInput): AreaInput =>
  Object.fromEntries(Object.entries(input).map(([field, value]) => [inputName(section, field), value]));

/** The sections as one record: a change of any section increases its version. */
type AreaRecord = {
  readonly states: readonly SectionState[];
  readonly version: number;
  readonly updatedDate: string;
  readonly updatedBy: string | null;
};
function recordOf(states: readonly SectionState[]): AreaRecord {
  const version = states.reduce((sum, state) => sum + state.version, 0);
  const last = states.reduce((one, next) => ((next.updatedDate ?? '') > (one.updatedDate ?? '') ? next : one));
  return { states, version, updatedDate: last.updatedDate ?? '', updatedBy: last.updatedBy };
}

/** Who has changed a section last: the author of what is not there any more, such as a removed row. */
function authorOf(states: readonly SectionState[], name: SectionName): Authorship {
  const state = states.find(({ section }) => section === name);
  return { by: state?.updatedBy ?? null, since: state?.updatedDate ?? null };
}

const stateIn = (states: readonly SectionState[], name: string): FieldState | undefined => {
  const { section, field } = parseInputName(name);
  return states.find((state) => state.section === section)?.fields[field];
};

const replaceStates = (states: readonly SectionState[], newer: readonly SectionState[]): SectionState[] =>
  states.map((state) => newer.find(({ section }) => section === state.section) ?? state);

/** A section that was not changed is not validated: its missing values do not prevent saving others. */
const areaSchema = (states: readonly SectionState[]) =>
  z.custom<AreaInput>().check(({ value: input, issues }) => {
    for (const state of states) {
      const own = sectionInputOf(state, input);
      if (sameValue(own, toSectionInput(state))) continue;
      for (const { path, code } of inputIssues(state, own)) {
        const [field, ...inside] = path;
        issues.push({ code: 'custom', message: code, input, path: [inputName(state.section, field), ...inside] });
      }
    }
  });

/** Form state and saving of the sections of an area at a node: one form, and one save for all of them. */
export function useAreaEdit(area: SettingArea, states: readonly SectionState[]) {
  const t = useT();
  const notify = useNotify();
  const client = useQueryClient();
  const [details, setDetails] = useState<ChangeDetails>(emptyDetails);
  const { place } = states[0]!;
  const saveArea = useSaveArea(place.id, area);
  const fields = states.flatMap(({ section, fields: own }) =>
    Object.keys(own).map((field) => inputName(section, field)),
  );
  const isTouched = useRef<(name: string) => boolean>(() => false);
  const edit = useRecordEdit(recordOf(states), {
    schema: areaSchema(states),
    read: (current) => {
      const newer = z.array(SectionStateSchema).safeParse(current).data;
      return newer && recordOf(replaceStates(states, newer));
    },
    values: (record: AreaRecord): AreaInput =>
      Object.assign({}, ...record.states.map((state) => namedInputs(state, toSectionInput(state)))) as AreaInput,
    fields,
    label: (name) => {
      const { section, field } = parseInputName(name);
      return `${sectionLabel(section, t)}: ${fieldLabel(section, field, t)}`;
    },
    text: (name, input) => {
      const { section, field } = parseInputName(name);
      return inputText(section, field, input, t);
    },
    conflictingParts: (name, yours, base, newer) => {
      const { section, field } = parseInputName(name);
      const [before, after] = [base, newer].map(({ states: all }) => stateIn(all, name));
      const author = authorOf(newer.states, section);
      return before && after && listConflicts(section, field, yours, before, after, author, t);
    },
    authorOf: (name, { states: all }) => stateIn(all, name)?.own ?? authorOf(all, parseInputName(name).section),
    changedBy: ({ updatedBy }) => updatedBy,
    save: async ({ input, record }) => {
      const { reason, startsAt } = details;
      // untouched fields are not sent: another user may have changed them meanwhile
      const changes = record.states.flatMap((state) => {
        const touched = Object.keys(state.fields).filter((field) => isTouched.current(inputName(state.section, field)));
        const change = { fields: toRequestFields(sectionInputOf(state, input), touched), version: state.version };
        return touched.length > 0 ? [[state.section, change] as const] : [];
      });
      const saved = await saveArea.mutateAsync({
        sections: Object.fromEntries(changes),
        ...(reason.trim() && { reason }),
        ...(startsAt && { startsAt }),
      });
      return recordOf(replaceStates(record.states, saved));
    },
    onNewer: ({ states: newer }) => client.setQueryData(areaQuery(place.id, area).queryKey, [...newer]),
    onSaved: () => {
      notify.success(t(details.startsAt ? 'settings.saved.planned' : 'settings.saved.now', { name: place.name }));
      setDetails(emptyDetails);
    },
    onError: (error, showErrors) => {
      const fieldErrors = error.errors.flatMap(({ path, messageCode, message }) => {
        const [, section, fieldPath] = /^sections\.(\w+)\.fields\.(.+)$/.exec(path) ?? [];
        return section && fieldPath
          ? [[inputName(section as SectionName, fieldPath), errorText(messageCode, message)] as const]
          : [];
      });
      if (fieldErrors.length > 0) showErrors(Object.fromEntries(fieldErrors));
      return fieldErrors.length > 0;
    },
  });
  const { form } = edit;
  useEffect(() => {
    isTouched.current = (name) => form.isDirty(name);
  });

  /** Changes a field. Fields of its section that become hidden keep their stored values. */
  function setInput(state: SectionState, field: string, input: FieldInput) {
    const before = sectionInputOf(state, form.values);
    const after = { ...before, [field]: input };
    const stored = toSectionInput(state);
    const name = inputName(state.section, field);
    form.setFieldValue(name, input);
    for (const path of Object.keys(form.errors)) if (path.startsWith(`${name}.`)) form.clearFieldError(path);
    for (const other of Object.keys(after))
      if (isShown(state, before, other) && !isShown(state, after, other))
        form.setFieldValue(inputName(state.section, other), stored[other] ?? inheritedInput);
  }

  return { edit, details, setDetails, setInput };
}
