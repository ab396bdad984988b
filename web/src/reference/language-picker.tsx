import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { languages } from '@storeward/contract/reference';
import { useMemo } from 'react';
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

/** What a language is called in the reader's own, with its code: 'English (en)'. */
export function languageName(code: string, reader: string): string {
  try {
    const name = new Intl.DisplayNames([reader], { type: 'language' }).of(code) ?? code;
    return name === code ? code : `${capital(name, reader)} (${code})`;
  } catch {
    return code;
  }
}

const capital = (name: string, reader: string) => name.charAt(0).toLocaleUpperCase(reader) + name.slice(1);
