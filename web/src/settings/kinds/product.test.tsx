import { products } from '@storeward/contract/products';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { mockResponse } from '../../../test/mock-server.ts';
import { productNamed } from '../../../test/product-row.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { SkuOfSetting } from '../../../test/sku-of-setting.tsx';
import { startPortal } from '../../../test/start-portal.ts';

const submitted = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());

beforeEach(async () => {
  submitted.mockClear();
  await startPortal();
  const result = [productNamed('AB-1', 'One'), productNamed('AB-12', 'Twelve')];
  mockResponse(products.list, { result, total: result.length });
});

function SkuInForm() {
  return (
    <form onSubmit={submitted}>
      <SkuOfSetting label="Bag" />
      <button type="submit">Save</button>
    </form>
  );
}

test.each([
  ['ab-1', 'AB-1'],
  ['AB', 'AB'],
])('Enter in a SKU of the settings turns %s into %s, and saves no form', async (typed, sku) => {
  const { user } = await renderAt('/', <SkuInForm />);
  const input = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Bag' });
  await user.type(input, `${typed}{Enter}`);
  await waitFor(() => expect(input.value).toBe(sku));
  expect(submitted).not.toHaveBeenCalled();
});
