import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAt } from '../../test/render-at.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { ProductCreatePage } from './product-create-page.tsx';
import { phrase } from '../../test/phrase.ts';

test('a SKU that is scanned with Enter leads to the next field and creates no product', async () => {
  const requests = await startPortal();
  const { user } = await renderAt('/product/create', <ProductCreatePage />);
  await user.type(await screen.findByLabelText('SKU'), '5012345678900{Enter}');
  expect(document.activeElement).toBe(screen.getByRole('switch', { name: 'Enabled' }));
  expect(screen.queryByText(phrase('errors.field.required'))).toBeNull();
  expect(requests.filter(({ method }) => method === 'POST')).toEqual([]);
});
