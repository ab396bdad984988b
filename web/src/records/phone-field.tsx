import { TextInput, type TextInputProps } from '@mantine/core';
import { PhoneInput, withCountryCode } from '@storeward/contract/phone-number';
import { countryName } from '../platform/text/display-names.ts';
import { useLanguage, useT } from '../platform/text/i18n.ts';

/** A phone number; one without country code shows the number of the country that is saved for it. */
export function PhoneField({ country, ...input }: TextInputProps & { country: string | null | undefined }) {
  const t = useT();
  const [language] = useLanguage();
  const typed = PhoneInput.safeParse(input.value).data;
  const number = typed && country ? withCountryCode(typed, country) : typed;
  const isRead = number !== undefined && number !== typed;
  return (
    <TextInput
      type="tel"
      autoComplete="off"
      description={
        <span role="status">
          {isRead && country && t('records.phone.savedAs', { number, country: countryName(country, language) })}
        </span>
      }
      {...input}
    />
  );
}
