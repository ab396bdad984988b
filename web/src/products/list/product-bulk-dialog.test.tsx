import { productBulk } from '@storeward/contract/products/product-bulk';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockResponse } from '../../../test/mock-server.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { ProductBulkDialog } from './product-bulk-dialog.tsx';

beforeEach(startPortal);

test('the question about many products names the first five, with their status before and after, and counts the others', async () => {
  const names = ['Boot', 'Cap', 'Dart', 'Flag', 'Glove'];
  const first = names.map((name) => ({ name, before: true, after: false }));
  mockResponse(productBulk.preview, { total: 40, changes: 37, unchanged: 3, used: 0, first });
  await renderAt(
    '/products',
    <ProductBulkDialog request={{ status: false, matching: {} }} onClose={() => undefined} />,
  );
  const named = await screen.findByRole('list', { name: 'First changes' });
  expect(
    within(named)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual([...names.map((name) => `${name}Enabled → Disabled`), 'and 32 more']);
});
