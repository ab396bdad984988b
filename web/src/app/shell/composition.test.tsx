import { TagsInput } from '@mantine/core';
import { products } from '@storeward/contract/products';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockResponse } from '../../../test/mock-server.ts';
import { productNamed } from '../../../test/product-row.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { ProductPicker } from '../../products/product-picker.tsx';
import { ConfirmDialog } from '../../records/confirm-dialog.tsx';
import { SearchField } from '../../ui/list/search-field.tsx';
import { Palette } from '../palette/palette.tsx';

const acted = vi.fn<(value: unknown) => void>();
beforeEach(async () => {
  acted.mockReset();
  await startPortal();
  mockResponse(products.list, { result: [productNamed('T-1', '東京')], total: 1 });
});

/** Each opens a control, prepares it and returns the element that has the focus. */
const controls = {
  'a search field': {
    key: 'Escape',
    open: async () => {
      await renderAt('/', <SearchField value="東京" onSearch={acted} label="Search" clearLabel="Clear" />);
      return screen.findByRole('searchbox');
    },
  },
  'a picker': {
    key: 'Enter',
    open: async () => {
      const { user } = await renderAt('/', <ProductPicker label="Product" onChange={acted} />);
      const input = await screen.findByRole('combobox');
      await user.type(input, '東京');
      await screen.findByRole('option');
      return input;
    },
  },
  'the palette': {
    key: 'Escape',
    open: async () => {
      await renderAt('/', <Palette opened onClose={() => acted(undefined)} />);
      return screen.findByRole('combobox');
    },
  },
  'an input of tags': {
    key: 'Enter',
    open: async () => {
      const { user } = await renderAt('/', <TagsInput label="Tags" onChange={acted} />);
      const input = await screen.findByRole('combobox');
      await user.type(input, '東京');
      return input;
    },
  },
  'a dialog': {
    key: 'Escape',
    open: async () => {
      await renderAt('/', <ConfirmDialog opened title="Delete?" onYes={vi.fn()} onNo={() => acted(undefined)} />);
      return screen.findByRole('dialog');
    },
  },
};

test.each(Object.entries(controls))(
  '%s leaves the keys to the input method while a word is being composed',
  async (_, { key, open }) => {
    const element = await open();
    element.focus();
    fireEvent.keyDown(element, { key, isComposing: true });
    fireEvent.keyDown(element, { key, keyCode: 229 });
    await waitFor(() => expect(acted).not.toHaveBeenCalled());
    fireEvent.keyDown(element, { key });
    await waitFor(() => expect(acted).toHaveBeenCalled());
  },
);
