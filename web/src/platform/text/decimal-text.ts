import { writeNumber } from '@storeward/contract/reference/numbers';
import type { Language } from '@storeward/contract/reference';
import { currencyDigits } from '@storeward/contract/reference/currencies';

/** A number with all its decimals, so that different numbers look different. */
export const decimalText = (value: number | string, language: Language): string =>
  writeNumber(value, language, { groups: true });

/** An amount in the format of a language; empty without one. */
export function moneyText(
  price: { readonly amount: string; readonly currency: string } | null,
  language: Language,
): string {
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
