import { TextInput, type TextInputProps } from '@mantine/core';
import { PhoneInput, withCountryCode } from '@storeward/contract/phone-number';
import { countryName } from '../platform/text/display-names.ts';
import { useLanguage, useT } from '../platform/text/i18n.ts';

/** Says with which country code a typed number is saved; undefined if it has one, or none can be known. */
export function useSavedNumber(value: unknown, country: string | null | undefined): string | undefined {
  const t = useT();
  const [language] = useLanguage();
  const typed = PhoneInput.safeParse(value).data;
  const number = typed && country ? withCountryCode(typed, country) : typed;
  if (number === undefined || number === typed || !country) return undefined;
  return t('records.phone.savedAs', { number, country: countryName(country, language) });
}

/** A phone number; one without country code shows the number of the country that is saved for it. */
export function PhoneField({ country, ...input }: TextInputProps & { country: string | null | undefined }) {
  const saved = useSavedNumber(input.value, country);
  return <TextInput type="tel" autoComplete="off" description={<span role="status">{saved}</span>} {...input} />;
}
