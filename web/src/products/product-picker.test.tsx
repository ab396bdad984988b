import { type ProductRow, products } from '@storeward/contract/products';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { mockError, mockResponse, type RecordedRequest } from '../../test/mock-server.ts';
import { productNamed } from '../../test/product-row.ts';
import { renderAt } from '../../test/render-at.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { ProductPicker } from './product-picker.tsx';
import { containing, phrase } from '../../test/phrase.ts';

const catalogue = [
  productNamed('85123', 'Wicker heart'),
  productNamed('85124', 'White heart'),
  productNamed('9001', null),
];

let requests: RecordedRequest[];
const searches = () =>
  requests.filter(({ path }) => path === products.list.path).map(({ query }) => query.get('search'));
const chosen = vi.fn<(product: ProductRow) => void>();

beforeEach(async () => {
  chosen.mockReset();
  requests = await startPortal();
  mockResponse(products.list, ({ query }) => {
    const text = (query.get('search') ?? '').toLowerCase();
    const result = catalogue.filter(({ SKU, name }) => SKU.startsWith(text) || name?.toLowerCase().includes(text));
    return { result, total: result.length };
  });
});

/** Lets no search be answered before the returned function is called. */
function holdSearches(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const realFetch = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, request?: RequestInit) => {
    if (url.includes(products.list.path)) await promise;
    return realFetch(url, request);
  });
  return resolve;
}

async function open() {
  const { user } = await renderAt('/', <ProductPicker label="Product" onChange={chosen} />);
  return { user, input: await screen.findByRole('combobox', { name: 'Product' }) };
}

describe('the product picker', () => {
  test('searches from 2 letters of a name or 3 characters of a SKU, and not while somebody types', async () => {
    const { user, input } = await open();
    await user.type(input, 'w');
    expect(await screen.findByText(phrase('products.picker.hint'))).toBeDefined();
    await user.type(input, 'hite');
    expect(await screen.findByRole('option', { name: /White heart/ })).toBeDefined();
    expect(searches()).toEqual(['white']);
    await user.clear(input);
    await user.type(input, '85');
    expect(screen.queryByRole('option')).toBeNull();
    await user.type(input, '1');
    await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(2));
    expect(searches()).toEqual(['white', '851']);
  });

  test('is used by keyboard: arrows and Enter choose, and Enter alone the only result', async () => {
    const { user, input } = await open();
    await user.type(input, 'heart');
    await screen.findByRole('option', { name: /Wicker heart/ });
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(chosen.mock.lastCall?.[0].SKU).toBe('85124');
    await user.type(input, '900');
    await screen.findByRole('option', { name: /9001/ });
    await user.keyboard('{Enter}');
    expect(chosen.mock.lastCall?.[0].SKU).toBe('9001');
  });

  test('cancels the request of a text that has changed', async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const realFetch = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, request?: RequestInit) => {
      if (!url.includes('search=wicker')) return realFetch(url, request);
      signals.push(request?.signal);
      return new Promise(() => undefined);
    });
    const { user, input } = await open();
    await user.type(input, 'wicker');
    await waitFor(() => expect(signals).toHaveLength(1));
    expect(signals[0]?.aborted).toBe(false);
    await user.clear(input);
    await waitFor(() => expect(signals[0]?.aborted).toBe(true));
  });

  test('says that nothing was found, and why a search failed', async () => {
    const { user, input } = await open();
    await user.type(input, 'nobody');
    expect(await screen.findByText('No product matches')).toBeDefined();
    mockError(products.list, 'service.unavailable');
    await user.type(input, ' at all');
    expect(await screen.findByText(containing('errors.service.unavailable'))).toBeDefined();
  });

  test('says at the field that nothing was chosen after Enter without a match, and after it is left', async () => {
    const { user, input } = await open();
    await user.type(input, '999999{Enter}');
    expect(await screen.findByText(phrase('products.picker.notChosen'))).toBeDefined();
    await user.clear(input);
    await user.type(input, '85123{Enter}');
    await waitFor(() => expect(chosen.mock.lastCall?.[0].SKU).toBe('85123'));
    expect(screen.queryByText(phrase('products.picker.notChosen'))).toBeNull();
    await user.type(input, 'heart');
    await user.tab();
    expect(await screen.findByText(phrase('products.picker.notChosen'))).toBeDefined();
  });

  test('says how many products match if it does not show them all', async () => {
    mockResponse(products.list, { result: catalogue, total: 18 });
    const { user, input } = await open();
    await user.type(input, 'heart');
    expect(await screen.findByText(phrase('products.results.firstOf', { shown: '3', total: '18' }))).toBeDefined();
    mockResponse(products.list, { result: catalogue, total: 3 });
    await user.type(input, 's');
    await waitFor(() => expect(screen.queryByText(/The first 3 of/)).toBeNull());
  });
});

describe('the product picker with a barcode scanner, which types a SKU and Enter before the server has answered', () => {
  const submitted = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault());

  async function openInForm(props: { takesSeveral?: boolean } = {}) {
    submitted.mockClear();
    const picker = <ProductPicker label="Product" onChange={chosen} {...props} />;
    const { user } = await renderAt('/', <form onSubmit={submitted}>{picker}</form>);
    return { user, input: await screen.findByRole<HTMLInputElement>('combobox', { name: 'Product' }) };
  }

  test('chooses the product with exactly the SKU, in any letter case, and is clear for the next scan', async () => {
    const found = [productNamed('AB-1', 'One'), productNamed('AB-12', 'Twelve'), productNamed('AB-123', 'More')];
    mockResponse(products.list, { result: found, total: found.length });
    const { user, input } = await openInForm();
    await user.type(input, 'AB-12{Enter}');
    await waitFor(() => expect(chosen.mock.lastCall?.[0].SKU).toBe('AB-12'));
    expect(input.value).toBe('');
    await user.type(input, 'ab-1{Enter}{Enter}');
    await waitFor(() => expect(chosen.mock.lastCall?.[0].SKU).toBe('AB-1'));
    expect(chosen).toHaveBeenCalledTimes(2);
    expect(submitted).not.toHaveBeenCalled();
  });

  test('chooses the only result', async () => {
    const { user, input } = await openInForm();
    await user.type(input, '900{Enter}');
    await waitFor(() => expect(chosen.mock.lastCall?.[0].SKU).toBe('9001'));
  });

  test('chooses nothing where several or none are found, and says so', async () => {
    const { user, input } = await openInForm();
    await user.type(input, '8512{Enter}');
    expect(await screen.findByText(phrase('ui.picker.several'))).toBeDefined();
    expect(screen.getAllByRole('option')).toHaveLength(2);
    await user.type(input, '9{Enter}');
    expect(await screen.findByText('No product matches')).toBeDefined();
    expect(screen.queryByText(phrase('ui.picker.several'))).toBeNull();
    expect(chosen).not.toHaveBeenCalled();
    expect(submitted).not.toHaveBeenCalled();
  });

  test.each([
    ['both in their order where several values are taken', true, ['85123', '9001']],
    ['the last where one value is', false, ['9001']],
  ])('chooses of two scans before the first answer %s', async (_, takesSeveral, expected) => {
    const respond = holdSearches();
    const { user, input } = await openInForm({ takesSeveral });
    await user.type(input, '85123{Enter}');
    await user.keyboard('9001{Enter}');
    respond();
    await waitFor(() => expect(chosen.mock.lastCall?.[0].SKU).toBe('9001'));
    expect(chosen.mock.calls.map(([{ SKU }]) => SKU)).toEqual(expected);
    await waitFor(() => expect(input.value).toBe(''));
    expect(submitted).not.toHaveBeenCalled();
  });

  test('names a scan without a product after the next one, until the picker is used again', async () => {
    const respond = holdSearches();
    const { user, input } = await openInForm({ takesSeveral: true });
    await user.type(input, '77777{Enter}');
    await user.keyboard('9001{Enter}');
    respond();
    await waitFor(() => expect(chosen.mock.lastCall?.[0].SKU).toBe('9001'));
    expect(await screen.findByText('Not added, no single match: 77777')).toBeDefined();
    await user.tab();
    await user.click(input);
    expect(screen.queryByText(/Not added/)).toBeNull();
  });

  test('chooses nothing once somebody has typed on, even if the text is the same again', async () => {
    const respond = holdSearches();
    const { user, input } = await openInForm();
    await user.type(input, '85123{Enter}');
    await user.type(input, '9{Backspace}');
    respond();
    expect(await screen.findByRole('option', { name: /Wicker heart/ })).toBeDefined();
    expect(chosen).not.toHaveBeenCalled();
  });
});
