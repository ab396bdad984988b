import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';
import { withCountryCode } from '@storeward/contract/phone-number';
import { activeValues, sectionErrorsOf } from '@storeward/contract/settings/engine/field-conditions';
import type { EffectiveValues, Section, SectionError } from '@storeward/contract/settings/engine/section';

/**
 * The errors of a node's effective values: those of the contract, and those whose data are too large for the browser.
 */
export const sectionErrors = (section: Section, values: EffectiveValues): readonly SectionError[] => [
  ...sectionErrorsOf(section, values),
  ...(section.serverCheck ? serverChecks[section.serverCheck](activeValues(section, values)) : []),
];

/** The errors of a phone number and post code that the customer's country does not have; missing values are reported elsewhere. */
function countryErrors({ country, phone, postCode }: EffectiveValues): readonly SectionError[] {
  if (typeof country !== 'string') return [];
  const errors: SectionError[] = [];
  if (typeof phone === 'string' && isSupportedCountry(country)) {
    const number = parsePhoneNumberFromString(withCountryCode(phone, country));
    // checks length and beginning only: exact ranges change too often to reject a number because of them
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

const serverChecks: Readonly<
  Record<NonNullable<Section['serverCheck']>, (values: EffectiveValues) => readonly SectionError[]>
> = { country: countryErrors };
