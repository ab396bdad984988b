import { products } from '@storeward/contract/products';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { mockResponse } from '../../../test/mock-server.ts';
import { productNamed } from '../../../test/product-row.ts';
import { renderAt } from '../../../test/render-at.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { currentSession, setSession } from '../../platform/session/auth-state.ts';
import { resetSession } from '../../platform/session/session.ts';
import { Palette } from './palette.tsx';

beforeEach(async () => {
  await startPortal();
  setSession({ ...currentSession(), permissions: ['LIST_SETTING', 'VIEW_SETTING'] });
});
afterEach(resetSession);

test.each([
  ['AB-1', '1'],
  ['ab', '12'],
])('Enter in the palette waits for the records, and opens for %s the exact match or the first', async (typed, id) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const found = [
    { ...productNamed('AB-12', 'Twelve'), id: '12' as never },
    { ...productNamed('AB-1', 'One'), id: '1' as never },
  ];
  mockResponse(products.list, async () => {
    await promise;
    return { result: found, total: found.length };
  });
  const closed = vi.fn<() => void>();
  const { user, currentUrl } = await renderAt('/', <Palette opened onClose={closed} />);
  await user.type(await screen.findByRole('combobox'), `${typed}{Enter}`);
  expect(closed).not.toHaveBeenCalled();
  resolve();
  await waitFor(() => expect(currentUrl()).toBe(`/product/${id}/view`));
  expect(closed).toHaveBeenCalledOnce();
});
