import { Select, TextInput } from '@mantine/core';
import { childNodeTypes, nodeRegions } from '@storeward/contract/nodes/node-types';
import type { ConstantInputProps } from '../../imports/import-subject.ts';
import { NodeCodePicker } from '../../nodes/pickers/node-code-picker.tsx';
import { countryName } from '../../platform/text/display-names.ts';
import { currentLanguage, hasPhrase, t, useT } from '../../platform/text/i18n.ts';
import { CountryPicker } from '../../reference/country-picker.tsx';
import { LanguagePicker } from '../../reference/language-picker.tsx';
import { TimeZonePicker } from '../../reference/time-zone-picker.tsx';

const constantValues: Readonly<Record<string, readonly string[] | undefined>> = {
  type: childNodeTypes,
  region: nodeRegions,
  status: ['enabled', 'disabled'],
};

const prefixes = { type: 'ui.level', region: 'nodes.region', status: 'ui.status' } as const;

/** A value that holds for all rows of a file of nodes or users, as people read it. */
export function constantText(column: string, value: string): string {
  if (column === 'country') return countryName(value, currentLanguage());
  const key = column in prefixes && `${prefixes[column as keyof typeof prefixes]}.${value}`;
  return key && hasPhrase(key) ? t(key) : value;
}

type Props = ConstantInputProps & { readonly column: string };

/** The input for a value that holds for all rows of a file of nodes or users. */
export function NodeConstantInput({ column, value, onChange, ...props }: Props) {
  useT();
  const choose = (next: string | null) => onChange(next ?? '');
  if (column === 'country') return <CountryPicker {...props} value={value} onChange={onChange} />;
  if (column === 'timeZone') return <TimeZonePicker {...props} value={value} onChange={onChange} />;
  if (column === 'language') return <LanguagePicker {...props} value={value} onChange={choose} />;
  if (column === 'parentCode' || column === 'nodeCode')
    return <NodeCodePicker {...props} value={value} onChange={onChange} />;
  const values = constantValues[column];
  const choices = values?.map((option) => ({ value: option, label: constantText(column, option) }));
  if (choices)
    return <Select {...props} data={choices} allowDeselect={false} value={value || null} onChange={choose} />;
  return <TextInput {...props} maxLength={256} value={value} onChange={({ target }) => onChange(target.value)} />;
}
