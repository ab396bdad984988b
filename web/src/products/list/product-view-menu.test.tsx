import { type ProductView, productViews } from '@storeward/contract/products/product-views';
import { products } from '@storeward/contract/products';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { mockResponse, type RecordedRequest } from '../../../test/mock-server.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { ProductListScreen } from './product-list.tsx';

const view = {
  id: '0199a000-0000-7000-8000-000000000702',
  name: 'No price',
  shared: false,
  own: true,
  owner: 'Ada Lovelace',
  query: { flaw: 'price', sort: 'SKU:desc' },
  can: { change: true },
  createdDate: '2026-01-01T00:00:00Z',
  createdBy: null,
  updatedDate: '2026-01-01T00:00:00Z',
  updatedBy: null,
  version: 1,
} as unknown as ProductView;
const hiddenOption = { hidden: true };
let requests: RecordedRequest[];

beforeEach(async () => {
  requests = await startPortal();
  mockResponse(products.list, { result: [], total: 0 });
  mockResponse(productViews.list, { views: [view] });
});

describe('saved views of the product list', () => {
  test('apply their filters and order, and clear those before', async () => {
    const { user, currentUrl } = await renderAt('/products?search=mug&status=enabled', <ProductListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'No price', ...hiddenOption }));
    await waitFor(() => expect(currentUrl()).toBe(`/products?flaw=price&sort=SKU%3Adesc&view=${view.id}`));
    expect(await screen.findByRole('button', { name: 'No price' })).toBeTruthy();
  });

  test('keep the filters of the list under a name', async () => {
    mockResponse(productViews.create, { ...view, name: 'Mugs' });
    const { user } = await renderAt('/products?search=mug&vatClass=zero', <ProductListScreen />);
    await user.click(await screen.findByRole('button', { name: 'Views' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Save as view', ...hiddenOption }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Save as view' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Mugs');
    await user.click(dialog.getByRole('button', { name: 'Save view' }));
    await waitFor(() =>
      expect(requests.findLast(({ method }) => method === 'POST')?.body).toEqual({
        name: 'Mugs',
        shared: false,
        query: { search: 'mug', vatClass: 'zero' },
      }),
    );
  });
});
