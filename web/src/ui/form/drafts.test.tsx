import { PasswordInput, TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { render } from '../../../test/render.tsx';
import { DraftsProvider, type FormDrafts } from './drafts.tsx';
import { Form, useSchemaForm } from './schema-form.tsx';

const Contact = z.object({ name: z.string(), email: z.string(), pin: z.string() });
const stored = { name: 'Amelia', email: 'amelia@kestrel.example', pin: '' };
const formKey = `${location.pathname} name email pin`;
const storedDrafts = new Map<string, { values: Readonly<Record<string, unknown>>; at: number }>();

/** In-memory draft storage; the portal's own storage is covered by the e2e tests. */
const drafts: FormDrafts = {
  findDraft: async (name) => storedDrafts.get(name),
  saveDraft: (name, values) => void storedDrafts.set(name, { values, at: 7 }),
  deleteDraft: (name) => void storedDrafts.delete(name),
  labels: { available: (at) => `Kept at ${at}`, restore: 'Restore', discard: 'Discard', note: () => 'Draft kept' },
};

function ContactForm({ onSave = vi.fn<() => void>() }) {
  const form = useSchemaForm({ schema: Contact, initialValues: stored, errorMessage: (code) => code });
  return (
    <>
      <Form
        form={form}
        onSubmit={(values) => {
          onSave();
          form.setSavedValues(values);
        }}
      >
        <TextInput label="Name" {...form.getInputProps('name')} />
        <TextInput label="Email" {...form.getInputProps('email')} />
        <PasswordInput label="PIN" {...form.getInputProps('pin')} />
      </Form>
      <p>{`${form.changedCount} changed. ${form.draftNote ?? ''}`}</p>
      <button type="button" onClick={form.submit}>
        Save
      </button>
      <button type="button" onClick={form.reset}>
        Undo
      </button>
    </>
  );
}

const open = () =>
  render(
    <DraftsProvider drafts={drafts}>
      <ContactForm />
    </DraftsProvider>,
  );
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });

beforeEach(() => {
  storedDrafts.clear();
  window.history.replaceState(null, '', '/');
});

/** A dialog form that closes on submit. */
function ContactDialog({ recordKey }: { recordKey: string }) {
  const [closed, setClosed] = useState(false);
  return closed ? <p>Closed</p> : <DialogForm recordKey={recordKey} onSubmit={() => setClosed(true)} />;
}

function DialogForm({ recordKey, onSubmit }: { recordKey: string; onSubmit: () => void }) {
  const form = useSchemaForm({
    schema: Contact,
    initialValues: { ...stored, name: '' },
    errorMessage: (code) => code,
    recordKey,
  });
  return (
    <Form form={form} onSubmit={onSubmit}>
      <TextInput label="Name" {...form.getInputProps('name')} />
    </Form>
  );
}

describe('the draft of a dialog', () => {
  const openDialog = (recordKey: string) =>
    render(
      <DraftsProvider drafts={drafts}>
        <ContactDialog recordKey={recordKey} />
      </DraftsProvider>,
    );

  test('is offered for the same record only', async () => {
    const first = openDialog('one');
    await first.user.type(name(), 'Femi');
    first.unmount();
    const second = openDialog('two');
    await second.user.click(name());
    expect(screen.queryByText('Kept at 7')).toBeNull();
    second.unmount();
    openDialog('one');
    expect(await screen.findByText('Kept at 7')).toBeDefined();
  });

  test('is deleted on submit although the dialog closes at the same time', async () => {
    const { user } = openDialog('one');
    await user.type(name(), 'Femi{Enter}');
    expect(await screen.findByText('Closed')).toBeDefined();
    expect(storedDrafts.size).toBe(0);
  });
});

describe('the draft of unsaved changes', () => {
  test('is saved on every keystroke with the changed fields only, and the form says so', async () => {
    const { user } = open();
    await user.type(name(), '!');
    expect(storedDrafts.get(formKey)?.values).toEqual({ name: 'Amelia!' });
    expect(screen.getByText('1 changed. Draft kept')).toBeDefined();
    await user.type(name(), '!');
    expect(storedDrafts.get(formKey)?.values).toEqual({ name: 'Amelia!!' });
  });

  test.each(['Save', 'Undo'])('is deleted by %s', async (button) => {
    const { user } = open();
    await user.type(name(), '!');
    await user.click(screen.getByRole('button', { name: button }));
    expect(storedDrafts.size).toBe(0);
  });

  test('is deleted on navigation to another page, and stays when the page is closed without navigation', async () => {
    const { user, unmount } = open();
    await user.type(name(), '!');
    unmount();
    expect(storedDrafts.size).toBe(1);
    const second = open();
    await second.user.type(name(), '?');
    window.history.replaceState(null, '', '/elsewhere');
    second.unmount();
    expect(storedDrafts.size).toBe(0);
  });
});

describe('the draft of an earlier visit', () => {
  test('is offered, and replaces the stored values when restored', async () => {
    storedDrafts.set(formKey, { values: { name: 'Amélie', gone: 'x' }, at: 1402 });
    const { user } = open();
    expect((await screen.findByRole('status')).textContent).toContain('Kept at 1402');
    expect(name().value).toBe('Amelia');
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(name().value).toBe('Amélie');
    expect(screen.getByText(/^1 changed/)).toBeDefined();
    expect(screen.queryByText('Kept at 1402')).toBeNull();
    expect(document.activeElement).toBe(name().form);
  });

  test('is deleted when discarded', async () => {
    storedDrafts.set(formKey, { values: { name: 'Amélie' }, at: 1402 });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect([storedDrafts.size, name().value, screen.queryByText('Kept at 1402')]).toEqual([0, 'Amelia', null]);
  });

  test('is not offered if the form already has its values', async () => {
    storedDrafts.set(formKey, { values: { name: 'Amelia' }, at: 1402 });
    open();
    await vi.waitFor(() => expect(name().value).toBe('Amelia'));
    expect(screen.queryByText('Kept at 1402')).toBeNull();
  });
});
