import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { countryCodes } from '@storeward/contract/reference/countries';
import { useMemo, useState } from 'react';
import { countryName } from '../platform/code-names.ts';
import { useLanguage } from '../platform/i18n.ts';
import classes from './picker.module.css';

type Props = Omit<SelectProps, 'data' | 'onChange'> & { onChange?: (code: string) => void };

/** Chooses a country by its name in the reader's language, or none. */
export function CountryPicker({ value, onChange, ...props }: Props) {
  const [reader] = useLanguage();
  // Closed, the list is kept short: every key typed elsewhere in the form would draw all of it again.
  const [open, setOpen] = useState(false);
  const own = value || null;
  const data = useMemo(() => {
    const { compare } = new Intl.Collator(reader);
    const shown = open ? countryCodes : [own ?? ''].filter(Boolean);
    return shown
      .map((code) => ({ value: code, label: countryName(code, reader) }))
      .sort((a, b) => compare(a.label, b.label));
  }, [open, own, reader]);
  return (
    <Select
      searchable
      clearable
      openOnFocus={false}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      {...props}
      value={own}
      data={data}
      onChange={(code) => onChange?.(code ?? '')}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
    />
  );
}
