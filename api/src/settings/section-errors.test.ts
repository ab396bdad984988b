import { sectionOf } from '@storeward/contract/settings/sections';
import { expect, test } from 'vitest';
import { sectionErrors } from './section-errors.ts';

const customer = {
  firstName: 'Walk-in',
  lastName: 'Customer',
  email: 'customers@kestrel.example',
  address: '1 Briggate',
  region: 'EMEA',
  city: 'Leeds',
};

/** The errors of a customer of a country, by field. */
const errorsOf = (country: string, phone: string | null, postCode: string | null) =>
  Object.fromEntries(
    sectionErrors(sectionOf('customerHub'), { ...customer, country, phone, postCode }).map(({ field, code }) => [
      field,
      code,
    ]),
  );

const phoneError = { phone: 'field.phoneOfCountry' };
const postCodeError = { postCode: 'field.postCode' };

test.for([
  ['GB', '+44 113 496 0127', 'LS1 6HD', '113'],
  ['FR', '+33 1 42 68 53 00', '75001', 'LS1 6HD'],
  ['DE', '+49 30 901820', '04109', '4109'],
  ['NL', '+31 20 555 1234', '1012 AB', '10122'],
  ['IT', '+39 02 8846 5000', '00120', '0012'],
  ['JP', '+81 3-3213-1111', '100-0001', '10-0001'],
  ['CN', '+86 10 6552 9988', '100000', '1000'],
  ['US', '+1 212-639-9675', '10001', '1000'],
  ['CA', '+1 604-555-0123', 'V6B 1A1', '10001'],
  ['PL', '+48 22 695 29 00', '00-950', '00950 1'],
  ['BR', '+55 11 3113-9000', '01310-100', '0131'],
] as const)(
  'a customer of %s has a phone number and a post code of that country',
  ([country, phone, postCode, badPostCode]) => {
    expect(errorsOf(country, phone, postCode)).toEqual({});
    expect(errorsOf(country, phone, badPostCode)).toEqual(postCodeError);
    const foreign = country === 'GB' ? '+49 30 901820' : '+44 113 496 0127';
    expect(errorsOf(country, foreign, postCode)).toEqual(phoneError);
    expect(errorsOf(country, `${phone}000000000000`, postCode)).toEqual(phoneError);
  },
);

test('a country without post codes accepts any, and one that shares a country code differs from its neighbour', () => {
  expect(errorsOf('AE', '+971 4 224 5555', 'PO Box 67')).toEqual({});
  expect(errorsOf('CA', '+1 212-639-9675', 'V6B 1A1')).toEqual(phoneError);
  expect(errorsOf('GG', '+44 1481 960 194', 'GY1 1AA')).toEqual({});
});

test('a customer that is not complete has errors for what is missing, not for another country', () => {
  expect(errorsOf('GB', null, null)).toEqual({ phone: 'field.required', postCode: 'field.required' });
});
