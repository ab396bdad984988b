import { withCountryCode } from '@storeward/contract/phone-number';
import { countryCodes } from '@storeward/contract/reference/countries';
import { getExampleNumber, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import examples from 'libphonenumber-js/mobile/examples';
import { expect, test } from 'vitest';

/** Where a number can be read in two ways, or has digits inside the country that it has not outside. */
const unread = ['AR', 'BY'];

test('a national number of every country is read as libphonenumber reads it, or stays as it is', () => {
  const supported = countryCodes.filter((country) => isSupportedCountry(country));
  expect(supported.length).toBeGreaterThan(230);
  const read = supported.map((country) => {
    const example = getExampleNumber(country, examples);
    const texts = [example?.formatNational() ?? '', example?.nationalNumber ?? ''];
    const numbers = texts.map((text) => parsePhoneNumberFromString(withCountryCode(text, country))?.number);
    return { country, numbers };
  });
  const expected = supported.map((country) => {
    const number = getExampleNumber(country, examples)?.number;
    return { country, numbers: [unread.includes(country) ? undefined : number, number] };
  });
  expect(read).toEqual(expected);
});
