import { products } from '@storeward/contract/products';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mockResponse } from '../../../test/mock-server.ts';
import { productNamed } from '../../../test/product-row.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { NameNumberPicker } from './name-number-picker.tsx';
import { phrase } from '../../../test/phrase.ts';

test('the search for a name says how many products match if it does not load them all', async () => {
  await startPortal();
  const found = Array.from({ length: 10 }, (_, index) => productNamed(`85${index}`, 'Heart'));
  mockResponse(products.list, { result: found, total: 1800 });
  const { user } = await renderAt(
    '/',
    <NameNumberPicker
      garment={{ garment: 'shirt', fit: 'male' }}
      rowdata={{ name_SKU_selection: '', number_SKU_selection: '', disable_for: 'number' }}
      onClose={() => undefined}
    />,
  );
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByRole('textbox', { name: 'Name SKU: By Name' }), 'heart');
  const texts = await within(dialog).findAllByText(phrase('products.results.firstOf', { shown: '10', total: '1,800' }));
  expect(texts.map(({ role }) => role)).toContain('status');
});
