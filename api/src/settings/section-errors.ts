import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { activeValues, sectionErrorsOf } from '@storeward/contract/settings/field-conditions';
import type { EffectiveValues, Section, SectionError } from '@storeward/contract/settings/section';

/**
 * The errors of a node's effective values: those of the contract, and those that need data which is too large for the
 * browser.
 */
export const sectionErrors = (section: Section, values: EffectiveValues): readonly SectionError[] => [
  ...sectionErrorsOf(section, values),
  ...(section.name === 'customerHub' ? countryErrors(activeValues(section, values)) : []),
];

/** Phone number and post code that the country of a customer does not have; what is empty is reported elsewhere. */
function countryErrors({ country, phone, postCode }: EffectiveValues): readonly SectionError[] {
  if (typeof country !== 'string') return [];
  const errors: SectionError[] = [];
  if (typeof phone === 'string' && isSupportedCountry(country)) {
    const number = parsePhoneNumberFromString(phone);
    // by length and beginning: exact ranges change too often to refuse a number for them
    if (!number?.isPossible() || !number.getPossibleCountries().includes(country))
      errors.push({ field: 'phone', code: 'field.phoneOfCountry' });
  }
  // some countries have no post codes, or none that is known
  if (
    typeof postCode === 'string' &&
    postcodeValidatorExistsForCountry(country) &&
    !postcodeValidator(postCode, country)
  )
    errors.push({ field: 'postCode', code: 'field.postCode' });
  return errors;
}
