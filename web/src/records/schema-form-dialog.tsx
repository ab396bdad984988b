import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../platform/api/api.ts';
import { errorText } from '../platform/text/error-text.tsx';
import { errorMessage } from '../platform/text/i18n.ts';
import { Form, type SchemaForm, useSchemaForm } from '../ui/form/schema-form.tsx';
import { FormFields, FormFrame } from './form-dialog.tsx';
import { fieldErrorsOf } from './record-edit.ts';

type Values = Record<string, unknown>;

type Options<In extends Values, Out> = {
  readonly schema: z.core.$ZodType<Out, In>;
  readonly initialValues: In;
  readonly recordKey: string;
  /** The fields in the order of the form. */
  readonly fields: readonly (keyof In & string)[];
  /** Maps error codes to the field they belong to. */
  readonly fieldOf?: Readonly<Record<string, keyof In & string>>;
  /** Shown if another user has saved the record meanwhile. */
  readonly staleText: string;
  readonly save: (input: Out) => Promise<void>;
};

/** The form state of a dialog that creates or edits a record; values that the server rejects stay in the form. */
export function useFormDialog<In extends Values, Out>(options: Options<In, Out>) {
  const { schema, initialValues, recordKey } = options;
  const form = useSchemaForm({ schema, initialValues, errorMessage, recordKey });
  const [saving, setSaving] = useState(false);
  const [error, setError] = useState<ReactNode>();

  async function save(input: Out) {
    if (saving) return;
    setError(undefined);
    setSaving(true);
    try {
      await options.save(input);
    } catch (failure) {
      const apiError = failure instanceof ApiError ? failure : new ApiError(0);
      const fieldErrors = fieldErrorsOf(apiError, options.fields, options.fieldOf);
      if (fieldErrors) form.showErrors(fieldErrors);
      else setError(apiError.code === 'record.stale' ? options.staleText : errorText(apiError.code, apiError.message));
    } finally {
      setSaving(false);
    }
  }

  return { form, save, saving, error };
}

type Props<In extends Values, Out> = {
  readonly state: {
    readonly form: SchemaForm<In, Out>;
    readonly save: (input: Out) => Promise<void>;
    readonly saving: boolean;
    readonly error: ReactNode;
  };
  readonly title: string;
  readonly label: string;
  readonly submitLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A dialog that creates or edits a record with `useFormDialog`. */
export function SchemaFormDialog<In extends Values, Out>(props: Props<In, Out>) {
  const { form, save, saving, error } = props.state;
  return (
    <FormFrame title={props.title} onClose={props.onClose}>
      <Form form={form} onSubmit={save} label={props.label}>
        <FormFields error={error} submitLabel={props.submitLabel} isBusy={saving} onClose={props.onClose}>
          {props.children}
        </FormFields>
      </Form>
    </FormFrame>
  );
}
