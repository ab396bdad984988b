import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { phoneCharacters, readPhoneNumber } from '@storeward/contract/phone-number';

/** A phone number of a file with its country code: that of the record's country if it has none; else the text itself. */
export function phoneNumberIn(text: string, country: string): string {
  const number = readPhoneNumber(text);
  const isNational = /^[\d(]/.test(number) && phoneCharacters.test(number);
  if (!isNational || !isSupportedCountry(country)) return text;
  const parsed = parsePhoneNumberFromString(number, country);
  return parsed?.isPossible() ? parsed.formatInternational() : text;
}
