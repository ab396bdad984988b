import { hotkeys } from '@storeward/contract/settings/hotkeys';
import { nodeConfigurations } from '@storeward/contract/settings/node-configuration';
import { nodeSettings } from '@storeward/contract/settings/node-settings';
import { products } from '@storeward/contract/products';
import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { inheritedRow, listField, rowId } from '../../../test/list-state.ts';
import { mockError, mockResponse } from '../../../test/mock-server.ts';
import { renderScreen } from '../../../test/render-screen.tsx';
import { store } from '../../../test/section-state.ts';
import { startPortal } from '../../../test/start-portal.ts';
import { t } from '../../platform/text/i18n.ts';
import { HotkeyDesigner } from './hotkey-designer.tsx';
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

function Designer() {
  const [value, setValue] = useState<unknown>(noChanges);
  return (
    <HotkeyDesigner
      definition={hotkeys.fields.keys}
      label="Hotkeys"
      value={value}
      isSet
      error={undefined}
      disabled={false}
      parts={{ label: (part) => part, hint: () => undefined, errors: {}, viewOf }}
      nodeId={store.id}
      list={state.list!}
      onChange={setValue}
      onBlur={() => undefined}
    />
  );
}

const shownNames = () => screen.getAllByRole('gridcell').map((cell) => cell.getAttribute('aria-label')?.split(', ')[1]);

test('a key is carried by keyboard, put back, dropped, undone, and found in its folder', async () => {
  const { user } = renderScreen(<Designer />);
  const [first] = await screen.findAllByRole('gridcell');
  first!.focus();
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
