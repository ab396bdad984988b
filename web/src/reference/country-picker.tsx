import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { countryCodes } from '@storeward/contract/reference/countries';
import { useMemo, useState } from 'react';
import { countryName } from '../platform/text/display-names.ts';
import { useLanguage } from '../platform/text/i18n.ts';
import { pickerList } from '../ui/form/picker-option.tsx';

type Props = Omit<SelectProps, 'data' | 'onChange'> & { onChange?: (code: string) => void };

/** Chooses a country by its localised name; clearable. */
export function CountryPicker({ value, onChange, ...props }: Props) {
  const [language] = useLanguage();
  // While closed the list holds only the selected value: rendering all options slows down typing in the rest of the
  // form.
  const [open, setOpen] = useState(false);
  const selected = value || null;
  const data = useMemo(() => {
    const { compare } = new Intl.Collator(language);
    const codes = open ? countryCodes : [selected ?? ''].filter(Boolean);
    return codes
      .map((code) => ({ value: code, label: countryName(code, language) }))
      .sort((a, b) => compare(a.label, b.label));
  }, [open, selected, language]);
  return (
    <Select
      searchable
      clearable
      openOnFocus={false}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      withScrollArea={false}
      classNames={{ options: pickerList }}
      {...props}
      value={selected}
      data={data}
      onChange={(code) => onChange?.(code ?? '')}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
    />
  );
}
