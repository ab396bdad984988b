import { usualFacts } from '@storeward/contract/portal';
import { afterEach, describe, expect, test } from 'vitest';
import { forgetFacts } from './portal-facts.ts';
import { dayPattern, dayTyped, isDay, typedDay } from './typed-day.ts';

/** An installation where dates are typed as somewhere else. */
function typedAsIn(dateLocale: string): void {
  const facts = document.createElement('meta');
  Object.assign(facts, { name: 'portal', content: JSON.stringify({ ...usualFacts, dateLocale }) });
  document.head.append(facts);
  forgetFacts();
}

afterEach(() => {
  document.querySelector('meta[name="portal"]')?.remove();
  forgetFacts();
});

describe('a date', () => {
  test('is British where nobody has decided otherwise', () => {
    expect([dayPattern(), dayTyped('31/12/1990'), typedDay('1990-12-31')]).toEqual([
      'ui.date.dayFirst',
      '1990-12-31',
      '31/12/1990',
    ]);
    expect(isDay(dayTyped('12/31/1990'))).toBe(false);
  });

  test.each(['en-US', 'de-DE', 'ja-JP', 'en-AU'])('begins with the month in %s, and means the same day', (locale) => {
    typedAsIn(locale);
    expect([dayPattern(), dayTyped('12/31/1990'), typedDay('1990-12-31')]).toEqual([
      'ui.date.monthFirst',
      '1990-12-31',
      '12/31/1990',
    ]);
    expect(isDay(dayTyped('31/12/1990'))).toBe(false);
  });

  test.each(['00/05/1990', '10/13/1990', '31/11/1990', '29/02/1900', '1/1/90', '1990', 'yesterday', ' 10/1O/1990'])(
    'that does not exist stays what was typed: %s',
    (text) => {
      expect(dayTyped(text)).toBe(text.trim());
      expect(isDay(dayTyped(text))).toBe(false);
    },
  );

  test.each(['5.3.1990', '05-03-1990', '5/03/1990', ' 05 03 1990 ', '1990-03-05'])('may be typed as %s', (text) =>
    expect(dayTyped(text)).toBe('1990-03-05'),
  );
});
