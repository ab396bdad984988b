import { type Product, products } from '@storeward/contract/products';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockError, mockResponse, type RecordedRequest } from '../../test/mock-server.ts';
import { renderAt } from '../../test/render-at.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { ProductPage } from './product-page.tsx';
import { phrase } from '../../test/phrase.ts';

const id = '0199a000-0000-7000-8000-000000000801';
const scarf = {
  id,
  SKU: 'KS-1009',
  name: 'Club scarf',
  description: null,
  descriptions: [{ name: 'NAME', value: 'Club scarf', language: null }],
  imageUrls: [],
  isChecked: false,
  isVat: false,
  price: null,
  vatClass: null,
  status: true,
  tags: [],
  sameSku: false,
  createdDate: '2026-01-01T00:00:00Z',
  createdBy: null,
  updatedDate: '2026-01-01T00:00:00Z',
  updatedBy: null,
  version: 4,
  can: { view: true, edit: true },
} as unknown as Product;
const use = {
  SKU: 'KS-1009',
  section: 'basket',
  node: { id: '0199a000-0000-7000-8000-000000000802', name: 'Leeds Briggate', nodeType: 'STORE' },
};
const hiddenOption = { hidden: true };

let requests: RecordedRequest[];
const wasChanged = () => requests.some(({ method }) => method === 'PUT' || method === 'DELETE');

beforeEach(async () => {
  requests = await startPortal();
  mockResponse(products.get, scarf);
  mockResponse(products.uses, { uses: [use], total: 12 });
});

const openAction = async (name: string) => {
  const { user } = await renderAt(`/product/${id}/view`, <ProductPage id={id as never} mode="view" />);
  await user.click(await screen.findByRole('button', { name: 'Actions for Club scarf' }));
  await user.click(await screen.findByRole('menuitem', { name, ...hiddenOption }));
  return user;
};

test('the page of a product shows the sections and nodes whose settings use it, and how many more there are', async () => {
  await renderAt(`/product/${id}/view`, <ProductPage id={id as never} mode="view" />);
  expect(await screen.findByRole('heading', { name: phrase('products.uses.title') })).toBeTruthy();
  expect(await screen.findByText('Basket · Leeds Briggate')).toBeTruthy();
  expect(screen.getByText('Used by 12 settings:')).toBeTruthy();
  expect(screen.getByText('and 11 more')).toBeTruthy();
});

test.each([
  ['Disable', 'PUT'],
  ['Delete', 'DELETE'],
])('%s tells which settings use the product before it changes anything', async (action, method) => {
  mockResponse(products.setStatus, { ...scarf, status: false });
  mockResponse(products.remove, scarf);
  const user = await openAction(action);
  const dialog = within(await screen.findByRole('dialog', { name: `${action} Club scarf?` }));
  expect(await dialog.findByText('Basket · Leeds Briggate')).toBeTruthy();
  expect(wasChanged()).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Yes' }));
  await waitFor(() => expect(requests.some((request) => request.method === method)).toBe(true));
});

test('says in the confirmation if the uses of the product cannot be found out', async () => {
  mockError(products.uses, 'service.failed');
  await openAction('Delete');
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Club scarf?' }));
  expect(await dialog.findByText(phrase('products.uses.failed'))).toBeTruthy();
});
