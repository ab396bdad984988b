import { TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { render } from '../../test/render.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { Form, useSchemaForm } from '../ui/form/schema-form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { SchemaFormDialog, useFormDialog } from './schema-form-dialog.tsx';

const Names = z.object({ name: z.string() });
const savePage = vi.fn<() => void>();
const save = vi.fn<() => void>();

function PlainDialog() {
  return (
    <FormDialog title="Name" submitLabel="Save" onSubmit={save} onClose={() => undefined}>
      <TextInput label="Name" />
    </FormDialog>
  );
}

function RecordDialog() {
  const state = useFormDialog({
    schema: Names,
    initialValues: { name: '' },
    recordKey: 'new',
    fields: ['name'],
    staleText: '',
    save: async () => save(),
  });
  return (
    <SchemaFormDialog state={state} title="Name" label="Name" submitLabel="Save" onClose={() => undefined}>
      <TextInput label="Name" {...state.form.getInputProps('name')} />
    </SchemaFormDialog>
  );
}

function Page({ dialog: Dialog }: { dialog: () => ReactNode }) {
  const form = useSchemaForm({ schema: Names, initialValues: { name: '' }, errorMessage: (code) => code });
  return (
    <Form form={form} onSubmit={savePage}>
      <Dialog />
    </Form>
  );
}

beforeEach(async () => {
  savePage.mockReset();
  save.mockReset();
  await startPortal();
});

test.each([
  ['of a few values', PlainDialog],
  ['of a record', RecordDialog],
])('Enter in the dialog %s submits it, and not the form of the page around it', async (_, dialog) => {
  const { user } = render(<Page dialog={dialog} />);
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'York{Enter}');
  expect([save.mock.calls.length, savePage.mock.calls.length]).toEqual([1, 0]);
});
