import { hotkeys } from '@storeward/contract/settings/hotkeys';
import { nodeConfigurations } from '@storeward/contract/settings/node-configuration';
import { nodeSettings } from '@storeward/contract/settings/node-settings';
import { products } from '@storeward/contract/products';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { inheritedRow, listField, rowId } from '../../../test/list-state.ts';
import { mockError, mockResponse } from '../../../test/mock-server.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { store } from '../../../test/section-state.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { t } from '../../platform/text/i18n.ts';
import { noChanges } from '../kinds/list/row-changes.ts';
import { viewOf } from '../kinds/registry.ts';

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

beforeEach(async () => {
  await startPortal();
  mockError(nodeConfigurations.get, 'service.failed');
  mockError(nodeSettings.radar, 'service.failed');
  mockResponse(products.list, { result: [], total: 0 });
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
