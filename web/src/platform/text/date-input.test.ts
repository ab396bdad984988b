import { defaultRuntimeConfiguration } from '@storeward/contract/runtime-configuration';
import { afterEach, describe, expect, test } from 'vitest';
import { resetRuntimeConfiguration } from '../runtime-configuration.ts';
import { applyDateLocale, formatDate } from './i18n.ts';
import { datePatternKey, parseTypedDate, isIsoDate, formatTypedDate } from './date-input.ts';

/** Sets the date locale of the installation. */
function setDateLocale(dateLocale: string): void {
  const meta = document.createElement('meta');
  Object.assign(meta, { name: 'portal', content: JSON.stringify({ ...defaultRuntimeConfiguration, dateLocale }) });
  document.head.append(meta);
  resetRuntimeConfiguration();
}

afterEach(() => {
  document.querySelector('meta[name="portal"]')?.remove();
  resetRuntimeConfiguration();
  applyDateLocale(undefined);
});

describe('date input', () => {
  test('uses the British date order by default', () => {
    expect([datePatternKey(), parseTypedDate('31/12/1990'), formatTypedDate('1990-12-31')]).toEqual([
      'ui.date.dayFirst',
      '1990-12-31',
      '31/12/1990',
    ]);
    expect(isIsoDate(parseTypedDate('12/31/1990'))).toBe(false);
  });

  test.each(['en-US', 'de-DE', 'ja-JP', 'en-AU'])('puts the month first in typed dates in %s', (locale) => {
    setDateLocale(locale);
    expect([datePatternKey(), parseTypedDate('12/31/1990'), formatTypedDate('1990-12-31')]).toEqual([
      'ui.date.monthFirst',
      '1990-12-31',
      '12/31/1990',
    ]);
    expect(isIsoDate(parseTypedDate('31/12/1990'))).toBe(false);
  });

  test('follows the date locale of the user’s node instead of that of the installation', () => {
    setDateLocale('en-GB');
    applyDateLocale('en-US');
    expect([datePatternKey(), parseTypedDate('12/31/1990'), formatDate('1990-12-31')]).toEqual([
      'ui.date.monthFirst',
      '1990-12-31',
      'Dec 31, 1990',
    ]);
    applyDateLocale('en-GB');
    expect([datePatternKey(), parseTypedDate('31/12/1990'), formatDate('1990-12-31')]).toEqual([
      'ui.date.dayFirst',
      '1990-12-31',
      '31 Dec 1990',
    ]);
  });

  test.each(['00/05/1990', '10/13/1990', '31/11/1990', '29/02/1900', '1/1/90', '1990', 'yesterday', ' 10/1O/1990'])(
    'returns an invalid date unchanged: %s',
    (text) => {
      expect(parseTypedDate(text)).toBe(text.trim());
      expect(isIsoDate(parseTypedDate(text))).toBe(false);
    },
  );

  test.each(['5.3.1990', '05-03-1990', '5/03/1990', ' 05 03 1990 ', '1990-03-05'])(
    'accepts a date typed as %s',
    (text) => expect(parseTypedDate(text)).toBe('1990-03-05'),
  );
});
