import { TextInput } from '@mantine/core';
import type { ReactElement } from 'react';
import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { PhoneNumber } from '@storeward/contract/phone-number';
import { render } from '../../../test/render.tsx';
import { FormSection } from './form.tsx';
import { Form, useSchemaForm } from './schema-form.tsx';
import { SaveBar } from './save-bar.tsx';
import { phrase } from '../../../test/phrase.ts';

const Contact = z.object({
  name: z.string().check(z.trim(), z.minLength(1, 'field.required')),
  email: z.string().check(z.regex(/^\S+@\S+$/, 'field.email')),
});

const messages: Record<string, string> = { 'field.required': 'This is needed', 'field.email': 'This is no address' };

type Save = (values: { name: string; email: string }) => void;

type FormProps = { onSave: Save; serverErrors?: Record<string, ReactElement>; texts?: Record<string, string> };

function ContactForm({ onSave, serverErrors, texts = messages }: FormProps) {
  const form = useSchemaForm({
    schema: Contact,
    initialValues: { name: 'Amelia', email: 'amelia@kestrel.example' },
    errorMessage: (code) => texts[code] ?? code,
  });
  function save(values: { name: string; email: string }) {
    if (serverErrors) return form.showErrors(serverErrors);
    onSave(values);
    return form.setSavedValues(values);
  }
  return (
    <>
      <Form form={form} onSubmit={save}>
        <FormSection title="Person" text="Shown in lists.">
          <TextInput label="Name" {...form.getInputProps('name')} />
          <TextInput label="Email" {...form.getInputProps('email')} />
        </FormSection>
      </Form>
      <SaveBar
        changed={form.changedCount}
        changedText={`${form.changedCount} unsaved`}
        invalidText={form.errorCount > 0 ? `${form.errorCount} to mend` : undefined}
        onShowInvalid={form.focusFirstError}
        discard={{ label: 'Discard', onDiscard: form.reset }}
        save={{ label: 'Save changes', onSave: form.submit }}
      />
    </>
  );
}

const open = (props: { serverErrors?: Record<string, ReactElement> } = {}) => {
  const onSave = vi.fn<Save>();
  return { onSave, ...render(<ContactForm onSave={onSave} {...props} />) };
};
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });

test('a message of the server has one icon, like one of the form itself', async () => {
  const { user } = open({ serverErrors: { name: <>{phrase('errors.role.nameTaken')}</> } });
  await user.type(field('Name'), 'n');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(
    screen.getByText(phrase('errors.role.nameTaken')).closest('.mantine-TextInput-error')?.querySelectorAll('svg'),
  ).toHaveLength(1);
});

test('the messages of a form follow a change of the language', async () => {
  const { user, rerender, onSave } = open();
  await user.clear(field('Name'));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(screen.getByText('This is needed')).toBeDefined();
  rerender(<ContactForm onSave={onSave} texts={{ 'field.required': 'Das fehlt' }} />);
  expect(screen.getByText('Das fehlt')).toBeDefined();
  expect(screen.queryByText('This is needed')).toBeNull();
});

describe('the form', () => {
  test('validates a field on blur, not while typing', async () => {
    const { user } = open();
    await user.clear(field('Email'));
    await user.type(field('Email'), 'amelia');
    expect(screen.queryByText('This is no address')).toBeNull();
    await user.tab();
    expect(screen.getByText('This is no address')).toBeTruthy();
    expect(field('Email').getAttribute('aria-invalid')).toBe('true');
  });

  test('shows the error of a field that a click leaves after the click, whose target would move otherwise', async () => {
    const { user } = open();
    await user.clear(field('Email'));
    await user.pointer({ keys: '[MouseLeft>]', target: field('Name') });
    expect(document.activeElement).toBe(field('Name'));
    expect(screen.queryByText('This is no address')).toBeNull();
    await user.pointer('[/MouseLeft]');
    expect(await screen.findByText('This is no address')).toBeTruthy();
  });

  test('clears the error as soon as the field is edited', async () => {
    const { user } = open();
    await user.clear(field('Name'));
    await user.tab();
    expect(screen.getByText('This is needed')).toBeTruthy();
    await user.type(field('Name'), 'A');
    expect(screen.queryByText('This is needed')).toBeNull();
  });

  test('focuses the first invalid field instead of saving', async () => {
    const { user, onSave } = open();
    await user.clear(field('Name'));
    await user.clear(field('Email'));
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(onSave).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field('Name'));
  });

  test('submits the values as parsed by the schema', async () => {
    const { user, onSave } = open();
    await user.clear(field('Name'));
    await user.type(field('Name'), '  Femi ');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(onSave).toHaveBeenCalledWith({ name: 'Femi', email: 'amelia@kestrel.example' });
  });

  test('saves when Enter is pressed in a field', async () => {
    const { user, onSave } = open();
    await user.type(field('Name'), 'x{Enter}');
    expect(onSave).toHaveBeenCalledOnce();
  });

  test('shows a server error at its field and focuses it', async () => {
    const { user } = open({ serverErrors: { email: <>{phrase('errors.role.nameTaken')}</> } });
    await user.type(field('Name'), 'x');
    await user.click(screen.getByRole('button', { name: 'Save changes' }));
    expect(screen.getByText(phrase('errors.role.nameTaken'))).toBeTruthy();
    expect(document.activeElement).toBe(field('Email'));
  });
});

describe('the save bar', () => {
  test('appears with the first change and disappears when it is undone', async () => {
    const { user } = open();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
    await user.type(field('Name'), 'x');
    expect(screen.getByText('1 unsaved')).toBeTruthy();
    await user.type(field('Name'), '{Backspace}');
    expect(screen.queryByText('1 unsaved')).toBeNull();
  });

  test('counts changed and invalid fields, and focuses the first invalid one', async () => {
    const { user } = open();
    await user.type(field('Name'), 'x');
    await user.clear(field('Email'));
    await user.click(field('Name'));
    expect(screen.getByText('2 unsaved')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '1 to mend' }));
    expect(document.activeElement).toBe(field('Email'));
  });

  test('discards every change', async () => {
    const { user } = open();
    await user.type(field('Name'), 'x');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(field('Name').value).toBe('Amelia');
    expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull();
  });

  test('saves on Ctrl+S anywhere, and only while there are changes', async () => {
    const { user, onSave } = open();
    await user.keyboard('{Control>}s{/Control}');
    expect(onSave).not.toHaveBeenCalled();
    await user.type(field('Name'), 'x');
    await user.keyboard('{Control>}s{/Control}');
    expect(onSave).toHaveBeenCalledOnce();
    expect(screen.queryByRole('button', { name: 'Save changes' })).toBeNull();
  });
});

test('a form names the character that no phone number has', async () => {
  function PhoneForm() {
    const form = useSchemaForm({
      schema: z.object({ phoneNumber: PhoneNumber }),
      initialValues: { phoneNumber: '' },
      errorMessage: (code) => code,
    });
    return (
      <Form form={form} onSubmit={() => undefined}>
        <TextInput label="Phone" {...form.getInputProps('phoneNumber')} />
      </Form>
    );
  }
  const { user } = render(<PhoneForm />);
  await user.type(field('Phone'), '+61 2 9999 0147 ext{enter}');
  expect(await screen.findByText('field.invalidCharacter “e” (U+0065)')).toBeTruthy();
});
