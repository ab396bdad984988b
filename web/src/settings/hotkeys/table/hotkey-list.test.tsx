import { products } from '@storeward/contract/products';
import { hotkeys } from '@storeward/contract/settings/sections/hotkeys';
import type { ListInput } from '@storeward/contract/settings/lists/list-state';
import type { FieldState } from '@storeward/contract/settings/engine/section-state';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { inheritedRow, listField, ownRow, rowId } from '../../../../test/list-state.ts';
import { phrase } from '../../../../test/phrase.ts';
import { mockResponse } from '../../../../test/mock-server.ts';
import { renderAt } from '../../../../test/render-at.tsx';
import { productNamed } from '../../../../test/product-row.ts';
import { startPortal } from '../../../../test/start-portal.ts';
import { HotkeyList } from './hotkey-list.tsx';
import { emptyKey } from '../engine/hotkey-values.ts';
import { viewOf } from '../../kinds/registry.ts';
import { noChanges } from '../../kinds/list/row-changes.ts';

const saved: { changes?: ListInput } = {};
let catalogue: readonly string[];

beforeEach(async () => {
  await startPortal();
  catalogue = ['KS-100', 'KS-200'];
  mockResponse(products.list, ({ query }) => {
    const found = catalogue.filter((SKU) => SKU.startsWith(query.get('SKU') ?? ''));
    const result = found.map((SKU) => ({ ...productNamed(SKU.slice(3), `Cap ${SKU}`), SKU }));
    return { result, total: result.length };
  });
});

const parts = { label: (part: string) => part, hint: () => undefined, errors: {}, viewOf };
const hotkey = (SKU: string, parentId: string | null = null) => ({
  ...emptyKey('hotkey', parentId),
  SKU,
  displayName: `Key ${SKU}`,
});
const group = (displayName: string) => ({ ...emptyKey('group'), displayName });

function Form({ state }: { state: FieldState }) {
  const [value, setValue] = useState<unknown>(noChanges);
  return (
    <HotkeyList
      definition={hotkeys.fields.keys}
      label="Hotkeys"
      value={value}
      isSet
      error={null}
      disabled={false}
      parts={parts}
      state={state}
      onChange={(next) => {
        saved.changes = next as ListInput;
        setValue(next);
      }}
      onBlur={() => undefined}
    />
  );
}
const open = async (state: FieldState) => (await renderAt('/', <Form state={state} />)).user;
const cells = () =>
  within(screen.getByRole('table', { name: 'Hotkeys' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(0, 3)
        .map(({ textContent }) => textContent),
    );

test('a hotkey whose product left the catalogue while it was edited is refused, and what was typed stays', async () => {
  const user = await open(listField([]));
  await user.click(await screen.findByRole('button', { name: 'Add hotkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create hotkey' }));
  await user.type(dialog.getByRole('combobox', { name: 'Search by SKU' }), 'KS-1');
  await user.click(await screen.findByRole('option', { name: /KS-100/ }));
  const name = dialog.getByRole('textbox', { name: 'Display name' });
  await user.clear(name);
  await user.type(name, 'Cap 🧢');
  catalogue = ['KS-200'];
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByText(/Product KS-100 is no longer in the catalogue/)).toBeDefined();
  expect(name).toHaveProperty('value', 'Cap 🧢');
  expect(dialog.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true);
});

test('a hotkey is not saved with the product before while another one is searched for', async () => {
  const user = await open(listField([]));
  await user.click(await screen.findByRole('button', { name: 'Add hotkey' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create hotkey' }));
  const search = dialog.getByRole('combobox', { name: 'Search by SKU' });
  const save = dialog.getByRole('button', { name: 'Save' });
  await user.type(search, 'KS-100{Enter}');
  await waitFor(() => expect(save).toHaveProperty('disabled', false));
  await user.type(search, '9999999{Enter}');
  expect(await dialog.findByText(phrase('products.picker.notChosen'))).toBeDefined();
  expect(save).toHaveProperty('disabled', true);
  await user.clear(search);
  expect(save).toHaveProperty('disabled', false);
});

test('a hidden group takes its hotkeys along, and positions of the rest are renumbered', async () => {
  const user = await open(
    listField([
      inheritedRow(1, group('Gifts')),
      inheritedRow(2, hotkey('A', rowId(1))),
      inheritedRow(3, hotkey('B')),
      ownRow(4, hotkey('C')),
    ]),
  );
  expect(cells()).toEqual([
    ['1', 'Group of 1', 'Gifts'],
    ['2', 'B', 'Key B'],
    ['3', 'C', 'Key C'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Hide Gifts here' }));
  expect(cells()).toEqual([
    ['1', 'B', 'Key B'],
    ['2', 'C', 'Key C'],
  ]);
  expect(saved.changes?.rows).toEqual({ [rowId(1)]: { action: 'hide' } });
});

test('a deleted group takes along the hotkeys added with it, and an inherited one stays where the group was', async () => {
  const moved = inheritedRow(2, hotkey('B', rowId(1)), { state: 'replaced', inherited: hotkey('B') });
  const user = await open(listField([ownRow(1, group('Gifts')), moved, ownRow(3, hotkey('C', rowId(1)))]));
  expect(cells()).toEqual([['1', 'Group of 2', 'Gifts']]);
  await user.click(screen.getByRole('button', { name: 'Delete Gifts' }));
  expect(cells()).toEqual([['1', 'B', 'Key B']]);
  expect(saved.changes?.rows).toEqual({ [rowId(1)]: null, [rowId(2)]: null, [rowId(3)]: null });
});

test('keys whose group does not exist are named, shown outside of groups, and repaired on request', async () => {
  const user = await open(listField([inheritedRow(1, hotkey('A', rowId(9))), inheritedRow(2, hotkey('B'))]));
  expect(screen.getByText(/The group of 1 key was deleted/).textContent).toContain('Key A');
  expect(cells()).toEqual([
    ['1', 'A', 'Key A'],
    ['2', 'B', 'Key B'],
  ]);
  await user.click(screen.getByRole('button', { name: 'Repair' }));
  expect(saved.changes?.rows[rowId(1)]).toMatchObject({ action: 'replace', values: { parentId: null } });
  expect(screen.queryByText(/was deleted/)).toBeNull();
});

test('dialogs begin in their first field, keep Tab inside, and return the focus to what opened them', async () => {
  const user = await open(listField([ownRow(1, group('Gifts')), ownRow(2, hotkey('A', rowId(1)))]));
  const focused = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));
  const edit = await screen.findByRole('button', { name: 'Edit Gifts' });
  await user.click(edit);
  const dialog = await screen.findByRole('dialog', { name: 'Edit hotkey group' });
  await focused(within(dialog).getByRole('textbox', { name: 'Display name' }));
  for (const _ of Array.from({ length: 20 })) {
    await user.tab();
    expect(dialog.contains(document.activeElement)).toBe(true);
  }
  const editKey = within(dialog).getByRole('button', { name: 'Edit Key A' });
  await user.click(editKey);
  const inner = await screen.findByRole('dialog', { name: 'Edit hotkey' });
  await focused(within(inner).getByRole('combobox', { name: 'Search by SKU' }));
  await user.keyboard('{Escape}');
  await focused(editKey);
  await user.click(within(dialog).getByRole('button', { name: 'Delete Key A' }));
  await user.keyboard('{Escape}');
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Discard changes?' })).getByRole('button', { name: 'Yes' }),
  );
  await focused(edit);
});
