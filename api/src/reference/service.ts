import { modules } from '@storeward/contract/modules';
import { languageNames, languages, timeZones } from '@storeward/contract/reference';
import { countryCodes } from '@storeward/contract/reference/countries';
import { currencyCodes, currencyDigits } from '@storeward/contract/reference/currencies';
import {
  type Format,
  longDateFormats,
  longTimeFormats,
  shortDateFormats,
  shortTimeFormats,
} from '@storeward/contract/reference/formats';
import { retentionChoices } from '@storeward/contract/reference/retention';
import type { reference } from '@storeward/contract/reference/lists';
import type { Service } from '../platform/context.ts';
import { qrPicture } from '../platform/qr.ts';

/** What everybody chooses from. Each list is made when it is first asked for: a start has no time for it. */
export const referenceService: Service<typeof reference> = {
  countries: once(() => {
    const names = new Intl.DisplayNames('en', { type: 'region' });
    return byName(countryCodes.map((code) => ({ code, name: names.of(code) ?? code })));
  }),
  languages: once(() =>
    languages.map((code, index) => ({ code, name: languageNames[code], isDefaultSelected: index === 0 })),
  ),
  timeZones: once(() => timeZones.map((code) => ({ code, name: code.replaceAll('_', ' ') }))),
  currencies: once(() => {
    const names = new Intl.DisplayNames('en', { type: 'currency' });
    return currencyCodes.map((code) => ({
      code,
      name: names.of(code) ?? code,
      symbol: signOf(code),
      digits: currencyDigits(code),
    }));
  }),
  shortDates: once(() => shortDateFormats.map(dateFormat)),
  longDates: once(() => longDateFormats.map(dateFormat)),
  shortTimes: once(() => shortTimeFormats.map(timeFormat)),
  longTimes: once(() => longTimeFormats.map(timeFormat)),
  purge: once(() => [...retentionChoices]),
  qrCode: (_context, { body }) => qrPicture(body.text),
  modules: once(() => modules.map(({ name, code }) => ({ name, shortName: code ?? null }))),
};

function once<T>(make: () => T): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= Promise.resolve(make()));
}

function byName<T extends { name: string }>(rows: T[]): T[] {
  const { compare } = new Intl.Collator('en');
  return rows.sort((a, b) => compare(a.name, b.name));
}

/** The shortest sign of a currency: £ or ¥; its code where it has none. */
function signOf(currency: string): string {
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0);
  return parts.find(({ type }) => type === 'currency')?.value ?? currency;
}

const dateFormat = ({ id, format, isDefault }: Format) => ({
  dateId: id,
  dateFormat: format,
  isDefaultSelected: isDefault,
});

const timeFormat = ({ id, format, isDefault }: Format) => ({
  timeId: id,
  timeFormat: format,
  isDefaultSelected: isDefault,
});
