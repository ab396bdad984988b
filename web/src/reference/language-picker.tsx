import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { languages } from '@storeward/contract/reference';
import { useMemo } from 'react';
import { languageName } from '../platform/code-names.ts';
import { useLanguage } from '../platform/i18n.ts';

/** Chooses one of the languages that the portal speaks, by its name in the reader's own. */
export function LanguagePicker(props: Omit<SelectProps, 'data'>) {
  const [reader] = useLanguage();
  const own = props.value ?? '';
  const data = useMemo(
    () =>
      [...new Set([...languages, own])].filter(Boolean).map((value) => ({ value, label: languageName(value, reader) })),
    [own, reader],
  );
  return <Select allowDeselect={false} {...props} data={data} />;
}
