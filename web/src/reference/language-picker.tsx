import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { languages } from '@storeward/contract/reference';
import { useMemo } from 'react';
import { languageName } from '../platform/text/display-names.ts';
import { useLanguage } from '../platform/text/i18n.ts';

/** Chooses a portal language by its localised name. */
export function LanguagePicker(props: Omit<SelectProps, 'data'>) {
  const [language] = useLanguage();
  const selected = props.value ?? '';
  const data = useMemo(
    () =>
      [...new Set([...languages, selected])]
        .filter(Boolean)
        .map((value) => ({ value, label: languageName(value, language) })),
    [selected, language],
  );
  return <Select allowDeselect={false} {...props} data={data} />;
}
