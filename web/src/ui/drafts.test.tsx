import { PasswordInput, TextInput } from '@mantine/core';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { render } from '../../test/render.tsx';
import { DraftsProvider, type FormDrafts } from './drafts.tsx';
import { Form, useSchemaForm } from './form.tsx';

const Person = z.object({ name: z.string(), email: z.string(), pin: z.string() });
const stored = { name: 'Amelia', email: 'amelia@kestrel.example', pin: '' };
const form = `${location.pathname} name email pin`;
const shelf = new Map<string, { values: Readonly<Record<string, unknown>>; at: number }>();

/** Keeps drafts in this page's memory; where the portal keeps them, its journeys show. */
const drafts: FormDrafts = {
  find: async (name) => shelf.get(name),
  keep: (name, values) => void shelf.set(name, { values, at: 7 }),
  drop: (name) => void shelf.delete(name),
  words: { kept: (at) => `Kept at ${at}`, restore: 'Restore', discard: 'Discard', note: () => 'Draft kept' },
};

function PersonForm({ onSave = vi.fn<() => void>() }) {
  const held = useSchemaForm({ schema: Person, initialValues: stored, say: (code) => code });
  return (
    <>
      <Form
        form={held}
        onSubmit={(values) => {
          onSave();
          held.accept(values);
        }}
      >
        <TextInput label="Name" {...held.getInputProps('name')} />
        <TextInput label="E-mail" {...held.getInputProps('email')} />
        <PasswordInput label="PIN" {...held.getInputProps('pin')} />
      </Form>
      <p>{`${held.changed} changed. ${held.draftNote ?? ''}`}</p>
      <button type="button" onClick={held.submit}>
        Save
      </button>
      <button type="button" onClick={held.reset}>
        Undo
      </button>
    </>
  );
}

const open = () =>
  render(
    <DraftsProvider drafts={drafts}>
      <PersonForm />
    </DraftsProvider>,
  );
const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });

beforeEach(() => {
  shelf.clear();
  window.history.replaceState(null, '', '/');
});

/** A form in a dialog, which closes once it is sent. */
function PersonDialog({ about }: { about: string }) {
  const [closed, setClosed] = useState(false);
  return closed ? <p>Closed</p> : <DialogForm about={about} onSent={() => setClosed(true)} />;
}

function DialogForm({ about, onSent }: { about: string; onSent: () => void }) {
  const held = useSchemaForm({ schema: Person, initialValues: { ...stored, name: '' }, say: (code) => code, about });
  return (
    <Form form={held} onSubmit={onSent}>
      <TextInput label="Name" {...held.getInputProps('name')} />
    </Form>
  );
}

describe('what is typed in a dialog', () => {
  const openAbout = (about: string) =>
    render(
      <DraftsProvider drafts={drafts}>
        <PersonDialog about={about} />
      </DraftsProvider>,
    );

  test('is offered for the record it is about, and for no other', async () => {
    const first = openAbout('one');
    await first.user.type(name(), 'Femi');
    first.unmount();
    const second = openAbout('two');
    await second.user.click(name());
    expect(screen.queryByText('Kept at 7')).toBeNull();
    second.unmount();
    openAbout('one');
    expect(await screen.findByText('Kept at 7')).toBeDefined();
  });

  test('is forgotten once it was sent, though the dialog closes at that moment', async () => {
    const { user } = openAbout('one');
    await user.type(name(), 'Femi{Enter}');
    expect(await screen.findByText('Closed')).toBeDefined();
    expect(shelf.size).toBe(0);
  });
});

describe('what is typed and not saved', () => {
  test('is kept with every stroke, only what was changed, and the form says so', async () => {
    const { user } = open();
    await user.type(name(), '!');
    expect(shelf.get(form)?.values).toEqual({ name: 'Amelia!' });
    expect(screen.getByText('1 changed. Draft kept')).toBeDefined();
    await user.type(name(), '!');
    expect(shelf.get(form)?.values).toEqual({ name: 'Amelia!!' });
  });

  test.each(['Save', 'Undo'])('is forgotten with %s', async (way) => {
    const { user } = open();
    await user.type(name(), '!');
    await user.click(screen.getByRole('button', { name: way }));
    expect(shelf.size).toBe(0);
  });

  test('is forgotten when its page is left for another, and stays when the page goes without anybody leaving', async () => {
    const { user, unmount } = open();
    await user.type(name(), '!');
    unmount();
    expect(shelf.size).toBe(1);
    const again = open();
    await again.user.type(name(), '?');
    window.history.replaceState(null, '', '/elsewhere');
    again.unmount();
    expect(shelf.size).toBe(0);
  });
});

describe('what was kept the last time', () => {
  test('is offered, and taken up on wish over what is stored now', async () => {
    shelf.set(form, { values: { name: 'Amélie', gone: 'x' }, at: 1402 });
    const { user } = open();
    expect((await screen.findByRole('status')).textContent).toContain('Kept at 1402');
    expect(name().value).toBe('Amelia');
    await user.click(screen.getByRole('button', { name: 'Restore' }));
    expect(name().value).toBe('Amélie');
    expect(screen.getByText(/^1 changed/)).toBeDefined();
    expect(screen.queryByText('Kept at 1402')).toBeNull();
  });

  test('is forgotten on wish', async () => {
    shelf.set(form, { values: { name: 'Amélie' }, at: 1402 });
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect([shelf.size, name().value, screen.queryByText('Kept at 1402')]).toEqual([0, 'Amelia', null]);
  });

  test('is not offered where it is in the form already', async () => {
    shelf.set(form, { values: { name: 'Amelia' }, at: 1402 });
    open();
    await vi.waitFor(() => expect(name().value).toBe('Amelia'));
    expect(screen.queryByText('Kept at 1402')).toBeNull();
  });
});
