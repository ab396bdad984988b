import { languages } from '@storeward/contract/reference';
import { afterEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { productNamed } from '../../test/product-row.ts';
import { loadPortalPhrases } from '../platform/text/catalogues.ts';
import { initLanguage } from '../platform/text/i18n.ts';
import { ProductFormData, productValues } from './product-fields.ts';

afterEach(() => initLanguage(loadPortalPhrases, 'en'));

const productRow = (more = {}) => ({ ...productNamed('1', 'Cap'), ...more });
const read = (amount: string, currency = 'EUR') => {
  const values = { ...productValues(productRow()), price: { amount, currency } };
  const { success, data, error } = z.safeParse(ProductFormData, values);
  return success ? data.price?.amount : error.issues.map(({ path, message }) => [path.join('.'), message]);
};

test.each(languages)('in %s a price is saved as the form shows it, however often', async (language) => {
  await initLanguage(loadPortalPhrases, language);
  for (const [amount, currency] of [
    ['8000.00', 'EUR'],
    ['1299.00', 'GBP'],
    ['0.05', 'EUR'],
    ['1.250', 'BHD'],
    ['1250', 'JPY'],
  ] as const) {
    const shown = productValues(productRow({ price: { amount, currency } })).price;
    expect([shown.amount, read(shown.amount, currency)]).toEqual([shown.amount, amount]);
  }
});

test('a price is read as the language of the reader writes it', async () => {
  expect([read('12,50'), read('1,299.00'), read('1.299,00')]).toEqual(['12.50', '1299.00', '1299.00']);
  await initLanguage(loadPortalPhrases, 'de');
  expect([read('12,50'), read('8.000'), read('8.000,00')]).toEqual(['12.50', '8000.00', '8000.00']);
  expect(productValues(productRow({ price: { amount: '12.50', currency: 'EUR' } })).price.amount).toBe('12,50');
});

test('a price that can be read in two ways, is negative or is none is refused', async () => {
  expect(read('-1')).toEqual([['price.amount', 'product.priceNegative']]);
  expect(read('cheap')).toEqual([['price.amount', 'product.priceWrong']]);
  await initLanguage(loadPortalPhrases, 'fr');
  expect(read('8.000')).toEqual([['price.amount', 'field.numberAmbiguous']]);
});
