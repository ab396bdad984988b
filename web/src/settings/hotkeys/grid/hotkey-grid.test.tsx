import { hotkeys } from '@storeward/contract/settings/sections/hotkeys';
import { nodeConfigurations } from '@storeward/contract/settings/endpoints/node-configuration';
import { nodeSettings } from '@storeward/contract/settings/endpoints/node-settings';
import { products } from '@storeward/contract/products';
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { inheritedRow, listField, rowId } from '../../../../test/list-state.ts';
import { mockError, mockResponse } from '../../../../test/mock-server.ts';
import { renderAt } from '../../../../test/render-at.tsx';
import { store } from '../../../../test/section-state.ts';
import { productNamed } from '../../../../test/product-row.ts';
import { startPortal } from '../../../../test/start-portal.ts';
import { t } from '../../../platform/text/i18n.ts';
import { noChanges } from '../../kinds/list/row-changes.ts';
import { viewOf } from '../../kinds/registry.ts';

const values = (displayName: string, parentId: string | null = null, type = 'hotkey') => ({
  type,
  SKU: type === 'hotkey' ? displayName : null,
  displayName,
  names: {},
  image: null,
  parentId,
  colour: null,
  icon: null,
});
const state = listField([
  inheritedRow(1, values('Ball')),
  inheritedRow(2, values('Cap')),
  inheritedRow(3, values('Feet', null, 'group')),
  inheritedRow(4, values('Sock', rowId(3))),
]);

const tent = {
  ...productNamed('1', 'Tent'),
  SKU: 'KS-TENT',
  imageUrls: ['/files/0199a000-0000-7000-8000-000000000001/tent.webp'],
};

beforeEach(async () => {
  await startPortal();
  mockError(nodeConfigurations.get, 'service.failed');
  mockError(nodeSettings.radar, 'service.failed');
  mockResponse(products.list, { result: [], total: 0 });
  mockResponse(products.statusesBySku, []);
});

const { Control } = viewOf(hotkeys.fields.keys);

function Hotkeys() {
  const [value, setValue] = useState<unknown>(noChanges);
  return (
    <Control
      definition={hotkeys.fields.keys}
      label="Hotkeys"
      value={value}
      isSet
      error={undefined}
      disabled={false}
      parts={{ label: (part) => part, hint: () => undefined, errors: {}, viewOf }}
      nodeId={store.id}
      state={state}
      onChange={setValue}
      onBlur={() => undefined}
    />
  );
}

async function openGrid() {
  const { user } = await renderAt('/', <Hotkeys />);
  await user.click(await screen.findByText(t('settings.designer.gridView')));
  await screen.findByRole('grid');
  return user;
}

const shownNames = () => screen.getAllByRole('gridcell').map((cell) => cell.getAttribute('aria-label')?.split(', ')[1]);

test('a key is carried by keyboard, put back, dropped, undone, and found in its folder', async () => {
  const user = await openGrid();
  screen.getAllByRole('gridcell')[0]!.focus();
  await user.keyboard('{ArrowRight} {ArrowLeft}');
  expect(shownNames()).toEqual(['Cap', 'Ball', 'Feet']);
  expect(screen.getByText(t('settings.designer.carriedTo', { position: '1', total: '3' })).role).toBe('status');
  await user.keyboard('{Escape}');
  expect(shownNames()).toEqual(['Ball', 'Cap', 'Feet']);
  await user.keyboard(' {Home} ');
  expect(shownNames()).toEqual(['Cap', 'Ball', 'Feet']);
  expect(document.activeElement?.getAttribute('aria-label')).toContain('Cap');
  await user.keyboard('{Control>}z{/Control}');
  expect(shownNames()).toEqual(['Ball', 'Cap', 'Feet']);
  await user.keyboard('{End}{Enter}');
  expect(shownNames()).toEqual(['Sock']);
  await user.keyboard('{Escape}');
  expect(shownNames()).toEqual(['Ball', 'Cap', 'Feet']);
});

test('the first key keeps the focus when it is the first to be moved', async () => {
  const user = await openGrid();
  screen.getAllByRole('gridcell')[0]!.focus();
  await user.keyboard(' {ArrowRight} ');
  expect(shownNames()).toEqual(['Cap', 'Ball', 'Feet']);
  expect(document.activeElement?.getAttribute('aria-label')).toContain('Ball');
});

test('what was changed in the table is undone and redone in the grid, and the view that was chosen last is shown', async () => {
  const { user, unmount } = await renderAt('/', <Hotkeys />);
  await user.click(await screen.findByRole('button', { name: t('settings.list.hide', { name: 'Cap' }) }));
  await user.click(screen.getByText(t('settings.designer.gridView')));
  await screen.findByRole('grid');
  expect(shownNames()).toEqual(['Ball', 'Feet']);
  await user.click(screen.getByRole('button', { name: t('settings.designer.undo') }));
  expect(shownNames()).toEqual(['Ball', 'Cap', 'Feet']);
  await user.click(screen.getByRole('button', { name: t('settings.designer.redo') }));
  expect(shownNames()).toEqual(['Ball', 'Feet']);
  unmount();
  await renderAt('/', <Hotkeys />);
  await screen.findByRole('grid');
  expect(shownNames()).toEqual(['Ball', 'Cap', 'Feet']);
});

test('a key is carried into a group and out of it by keyboard, and keeps the focus', async () => {
  const user = await openGrid();
  screen.getAllByRole('gridcell')[0]!.focus();
  const focused = () => document.activeElement?.getAttribute('aria-label');
  await user.keyboard(' {PageDown}');
  expect(
    screen.getByText(t('settings.designer.inGroup', { name: 'Feet' }), { selector: '[role=status]' }),
  ).toBeTruthy();
  await user.keyboard(' ');
  expect([shownNames(), focused()]).toEqual([['Ball', 'Sock'], expect.stringContaining('Ball')]);
  await user.keyboard('{ArrowRight} {PageUp} ');
  expect([shownNames(), focused()]).toEqual([['Sock', 'Cap', 'Feet'], expect.stringContaining('Sock')]);
  // a group does not fit into a group
  await user.keyboard('{End} {PageDown}{PageDown} ');
  expect(shownNames()).toEqual(['Sock', 'Cap', 'Feet']);
});

test('a key is moved without dragging: to another position, into a group and out of it', async () => {
  const user = await openGrid();
  const choose = async (label: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: label }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  await choose(t('settings.list.position'), '2');
  expect(shownNames()).toEqual(['Cap', 'Ball', 'Feet']);
  await choose(t('settings.hotkeys.keys.parentId'), t('settings.designer.inGroup', { name: 'Feet' }));
  expect(shownNames()).toEqual(['Sock', 'Ball']);
  expect(screen.getByRole('region', { name: t('settings.designer.panel', { name: 'Ball' }) })).toBeTruthy();
  await choose(t('settings.hotkeys.keys.parentId'), t('settings.designer.page', { number: '1' }));
  expect(shownNames()).toEqual(['Cap', 'Feet', 'Ball']);
});

test('a key pressed with Ctrl joins the one that was pressed before', async () => {
  const user = await openGrid();
  const cell = (name: RegExp) => screen.getByRole('gridcell', { name });
  const selected = () =>
    screen.getAllByRole('gridcell', { selected: true }).map((one) => one.getAttribute('aria-label'));
  await user.click(cell(/Ball/));
  await user.keyboard('{Control>}');
  await user.click(cell(/Feet/));
  expect(selected()).toEqual([expect.stringContaining('Ball'), expect.stringContaining('Feet')]);
  await user.click(cell(/Ball/));
  await user.keyboard('{/Control}');
  expect(selected()).toEqual([expect.stringContaining('Feet')]);
});

test('pages, groups and hotkeys are added, and a page that is removed leaves its keys', async () => {
  const user = await openGrid();
  const fill = async (name: string, text: string) => {
    const dialog = within(await screen.findByRole('dialog', { name }));
    const field = dialog.getByRole('textbox', { name: t('settings.hotkeys.keys.displayName') });
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard(text);
    await user.click(dialog.getByRole('button', { name: t('settings.hotkeys.save') }));
  };
  const addPage = screen.getByRole('button', { name: t('settings.designer.addPage') });
  await user.click(addPage);
  await fill(t('settings.hotkeys.createPage'), 'Winter');
  await waitFor(() => expect(document.activeElement).toBe(addPage));
  const pages = within(screen.getByRole('navigation', { name: t('settings.designer.pages') }));
  expect(pages.getAllByRole('button', { name: /\d$/ }).map(({ textContent }) => textContent)).toEqual([
    'Page 13',
    'Winter0',
  ]);
  await user.click(screen.getByRole('button', { name: t('settings.hotkeys.addGroup') }));
  await fill(t('settings.hotkeys.createGroup'), 'Gloves');
  expect(shownNames()).toEqual(['Gloves']);
  await user.click(pages.getByRole('button', { name: t('settings.hotkeys.more', { name: 'Winter' }) }));
  await user.click(await screen.findByRole('menuitem', { name: t('settings.designer.removePage') }));
  expect(shownNames()).toEqual(['Ball', 'Cap', 'Feet', 'Gloves']);
});

test('any key gets another product, with its name and picture', async () => {
  mockResponse(products.list, { result: [tent], total: 1 });
  const user = await openGrid();
  await user.click(screen.getByRole('gridcell', { name: /Cap/ }));
  const panel = () => within(screen.getByRole('region', { name: /^Key / }));
  await user.type(panel().getByRole('combobox', { name: t('settings.designer.chooseProduct') }), 'Tent');
  await user.click(await screen.findByRole('option', { name: /Tent/ }));
  expect(shownNames()).toEqual(['Ball', 'Tent', 'Feet']);
  expect(panel().getByText(/^KS-TENT/)).toBeDefined();
  expect(
    panel()
      .getByRole('group', { name: t('settings.hotkeys.keys.image') })
      .querySelector('img')?.src,
  ).toContain(tent.imageUrls[0]);
});

test('keys whose product is gone or disabled say so, after one request for all keys of a page', async () => {
  const requests: unknown[] = [];
  mockResponse(products.statusesBySku, ({ body }) => {
    requests.push(body);
    return [
      { SKU: 'Ball', status: false },
      { SKU: 'Cap', status: null },
    ];
  });
  await openGrid();
  const named = (name: string, problem: string) =>
    screen.findByRole('gridcell', { name: new RegExp(`${name}, ${problem}`) });
  await named('Ball', t('settings.designer.productDisabled'));
  await named('Cap', t('settings.designer.productGone'));
  expect(requests).toEqual([{ SKUs: ['Ball', 'Cap'] }]);
});

test('keys count as copied only if the clipboard took them', async () => {
  const user = await openGrid();
  const copy = screen.getByRole('button', { name: t('settings.designer.copy') });
  const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
  await user.click(copy);
  await screen.findByText(t('settings.designer.copyDenied'));
  expect(screen.queryByText(t('settings.designer.copied', { count: 1 }))).toBeNull();
  refused.mockRestore();
  await user.click(copy);
  await screen.findByText(t('settings.designer.copied', { count: 1 }));
});

test('the full width is remembered, and left with Escape after a selection', async () => {
  const { user, unmount } = await renderAt('/', <Hotkeys />);
  await user.click(await screen.findByText(t('settings.designer.gridView')));
  const toggle = () => screen.findByRole('button', { name: t('settings.designer.fullWidth') });
  await user.click(await toggle());
  unmount();
  await renderAt('/', <Hotkeys />);
  expect((await toggle()).getAttribute('aria-pressed')).toBe('true');
  screen.getAllByRole('gridcell')[0]!.focus();
  await user.keyboard('{Control>}a{/Control}{Escape}');
  expect((await toggle()).getAttribute('aria-pressed')).toBe('true');
  await user.keyboard('{Escape}');
  expect((await toggle()).getAttribute('aria-pressed')).toBe('false');
});
