import type { ProductRow } from '@storeward/contract/products';
import { currencyDigits } from '@storeward/contract/reference/currencies';

/** A price in the format of a language; empty without one. */
export function priceText(price: ProductRow['price'], language: string): string {
  if (!price) return '';
  const { amount, currency } = price;
  const digits = currencyDigits(currency);
  const format = new Intl.NumberFormat(language, {
    style: 'currency',
    currency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // a decimal text is formatted exactly, a number would be rounded
  return format.format(amount as Intl.StringNumericLiteral);
}
