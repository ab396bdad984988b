import { Select, TextInput } from '@mantine/core';
import { childNodeTypes, nodeRegions } from '@storeward/contract/nodes/node-types';
import type { ConstantInputProps } from '../../imports/import-subject.ts';
import { NodeCodePicker } from '../../nodes/pickers/node-code-picker.tsx';
import { useT } from '../../platform/text/i18n.ts';
import { CountryPicker } from '../../reference/country-picker.tsx';
import { LanguagePicker } from '../../reference/language-picker.tsx';
import { TimeZonePicker } from '../../reference/time-zone-picker.tsx';

type Props = ConstantInputProps & { readonly column: string };

/** The input for a value that holds for all rows of a file of nodes or users. */
export function NodeConstantInput({ column, value, onChange, ...props }: Props) {
  const t = useT();
  const choose = (next: string | null) => onChange(next ?? '');
  if (column === 'country') return <CountryPicker {...props} value={value} onChange={onChange} />;
  if (column === 'timeZone') return <TimeZonePicker {...props} value={value} onChange={onChange} />;
  if (column === 'language') return <LanguagePicker {...props} value={value} onChange={choose} />;
  if (column === 'parentCode' || column === 'nodeCode')
    return <NodeCodePicker {...props} value={value} onChange={onChange} />;
  const choices = {
    type: childNodeTypes.map((type) => ({ value: type, label: t(`ui.level.${type}`) })),
    region: nodeRegions.map((region) => ({ value: region, label: t(`nodes.region.${region}`) })),
    status: (['enabled', 'disabled'] as const).map((status) => ({ value: status, label: t(`ui.status.${status}`) })),
  }[column];
  if (choices)
    return <Select {...props} data={choices} allowDeselect={false} value={value || null} onChange={choose} />;
  return <TextInput {...props} maxLength={256} value={value} onChange={({ target }) => onChange(target.value)} />;
}
