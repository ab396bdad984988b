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
  for (const country of supported) {
    const example = getExampleNumber(country, examples);
    expect(example, country).toBeDefined();
    const dialled = example!.formatNational();
    const read = [dialled, example!.nationalNumber].map((number) => withCountryCode(number, country));
    const codes = read.map((number) => parsePhoneNumberFromString(number)?.number);
    expect(codes, country).toEqual([unread.includes(country) ? undefined : example!.number, example!.number]);
  }
});
