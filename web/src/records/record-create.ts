import { type ReactNode, useEffect, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../platform/api/api.ts';
import { errorText } from '../platform/text/error-text.tsx';
import { errorMessage } from '../platform/text/i18n.ts';
import { useSchemaForm } from '../ui/form/schema-form.tsx';
import { fieldErrorsOf, type RecordEdit } from './record-edit.ts';

type Values = Record<string, unknown>;

export type RecordCreateOptions<Rec, In extends Values, Out> = {
  readonly schema: z.core.$ZodType<Out, In>;
  readonly initialValues: In;
  /** The fields in the order of the form. */
  readonly fields: readonly (keyof In & string)[];
  readonly save: (input: Out) => Promise<Rec>;
  /** Called once the form has no unsaved changes, so that navigation is not blocked. */
  readonly onCreated: (record: Rec) => void;
  /** Maps error codes to the field they belong to. */
  readonly fieldOf?: Readonly<Record<string, keyof In & string>>;
};

/** The form state for creating a record; returns the same shape as `useRecordEdit`. */
export function useRecordCreate<Rec, In extends Values, Out>(
  options: RecordCreateOptions<Rec, In, Out>,
): RecordEdit<In, Out> {
  const { fields } = options;
  const form = useSchemaForm({ schema: options.schema, initialValues: options.initialValues, errorMessage });
  const [saving, setSaving] = useState(false);
  const [submitError, setSubmitError] = useState<ReactNode>();
  const [created, setCreated] = useState<Rec>();

  // The leave guard must see the form without changes first, so this runs after rendering.
  useEffect(() => {
    if (created !== undefined) options.onCreated(created);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a record is created once
  }, [created]);

  async function save(input: Out) {
    if (saving || created !== undefined) return;
    setSubmitError(undefined);
    setSaving(true);
    try {
      const record = await options.save(input);
      form.setSavedValues(form.getValues());
      setCreated(record);
    } catch (error) {
      showError(error instanceof ApiError ? error : new ApiError(0));
    } finally {
      setSaving(false);
    }
  }

  function showError(error: ApiError) {
    const fieldErrors = fieldErrorsOf(error, fields, options.fieldOf);
    if (fieldErrors) return form.showErrors(fieldErrors);
    setSubmitError(errorText(error.code, error.message));
  }

  return {
    form,
    changed: fields.filter((field) => form.isDirty(field)).length,
    saving,
    submitError,
    conflict: undefined,
    merged: undefined,
    endConflict: () => undefined,
    save,
    chooseSide: () => undefined,
    discard: () => {
      form.reset();
      setSubmitError(undefined);
    },
  };
}
