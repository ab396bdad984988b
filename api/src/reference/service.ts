import { modules } from '@storeward/contract/modules';
import { languageNames, languages } from '@storeward/contract/reference';
import { countryCodes } from '@storeward/contract/reference/countries';
import { currencyCodes, currencyDigits } from '@storeward/contract/reference/currencies';
import {
  type DateTimeFormat,
  longDateFormats,
  longTimeFormats,
  shortDateFormats,
  shortTimeFormats,
} from '@storeward/contract/reference/formats';
import { retentionPeriods } from '@storeward/contract/reference/retention';
import { timeZones } from '@storeward/contract/reference/time-zones';
import type { reference } from '@storeward/contract/reference/lists';
import type { Service } from '../platform/http/pipeline/context.ts';
import { qrCodeDataUrl } from '../platform/files/qr.ts';

/** The reference lists; each is built on first request, to keep startup fast. */
export const referenceService: Service<typeof reference> = {
  countries: lazy(() => {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    return byName(countryCodes.map((code) => ({ code, name: names.of(code) ?? code })));
  }),
  languages: lazy(() =>
    languages.map((code, index) => ({ code, name: languageNames[code], isDefaultSelected: index === 0 })),
  ),
  timeZones: lazy(() => timeZones.map((code) => ({ code, name: code.replaceAll('_', ' ') }))),
  currencies: lazy(() => {
    const names = new Intl.DisplayNames('en', { type: 'currency' });
    return currencyCodes.map((code) => ({
      code,
      name: names.of(code) ?? code,
      symbol: symbolOf(code),
      digits: currencyDigits(code),
    }));
  }),
  shortDates: lazy(() => shortDateFormats.map(dateFormat)),
  longDates: lazy(() => longDateFormats.map(dateFormat)),
  shortTimes: lazy(() => shortTimeFormats.map(timeFormat)),
  longTimes: lazy(() => longTimeFormats.map(timeFormat)),
  purge: lazy(() => [...retentionPeriods]),
  qrCode: (_context, { body }) => qrCodeDataUrl(body.text),
  modules: lazy(() => modules.map(({ name, code }) => ({ name, shortName: code ?? null }))),
};

function lazy<T>(make: () => T): () => Promise<T> {
  let value: Promise<T> | undefined;
  return () => (value ??= Promise.resolve(make()));
}

function byName<T extends { name: string }>(rows: T[]): T[] {
  const { compare } = new Intl.Collator('en');
  return rows.sort((a, b) => compare(a.name, b.name));
}

/** The narrow symbol of a currency, such as £ or ¥, or its code if it has none. */
function symbolOf(currency: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

const dateFormat = ({ id, format, isDefault }: DateTimeFormat) => ({
  dateId: id,
  dateFormat: format,
  isDefaultSelected: isDefault,
});

const timeFormat = ({ id, format, isDefault }: DateTimeFormat) => ({
  timeId: id,
  timeFormat: format,
  isDefaultSelected: isDefault,
});
