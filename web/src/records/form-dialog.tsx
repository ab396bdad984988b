import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type * as z from 'zod/mini';
import { ApiError } from '../platform/api/api.ts';
import { errorText } from '../platform/text/error-text.tsx';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { Form, type SchemaForm, useSchemaForm } from '../ui/form/schema-form.tsx';
import { fieldErrorsOf } from './record-edit.ts';
import { Modal } from '../ui/dialog/modal.tsx';

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

/** Dialog of a form, with its error and its buttons below the fields. */
export function FormDialog<In extends Values, Out>(props: Props<In, Out>) {
  const t = useT();
  const { form, save, saving, error } = props.state;
  return (
    <Modal opened onClose={props.onClose} title={props.title} closeButtonProps={{ 'aria-label': t('ui.action.close') }}>
      <Form form={form} onSubmit={save} label={props.label}>
        <Stack>
          {props.children}
          {error && (
            <Text role="alert" c="danger">
              {error}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {t('ui.action.cancel')}
            </Button>
            <Button type="submit" loading={saving}>
              {props.submitLabel}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Modal>
  );
}
