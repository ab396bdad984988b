import { Select } from '@mantine/core';
import type { OptionsFilter, SelectProps } from '@mantine/core';
import { namesOf, timeZones, zoneKey } from '@storeward/contract/reference/time-zones';
import { useState } from 'react';
import { pickerList } from '../ui/form/picker-option.tsx';

type Props = Omit<SelectProps, 'data' | 'onChange'> & { onChange?: (zone: string) => void };

/** Chooses a time zone by any of its names or its UTC offset. */
export function TimeZonePicker({ value, onChange, clearable = false, ...props }: Props) {
  // The roughly 400 offsets are computed only while the list is open.
  const [open, setOpen] = useState(false);
  const selected = value ?? '';
  const zones = open ? [...new Set([...timeZones, selected])] : [selected];
  const data = zones.filter(Boolean).map((zone) => ({ value: zone, label: timeZoneName(zone) }));
  const filter: OptionsFilter = ({ options, search }) => {
    const key = zoneKey(search);
    return options.filter(
      (option) =>
        'value' in option && [option.label, ...namesOf(option.value)].some((name) => zoneKey(name).includes(key)),
    );
  };
  return (
    <Select
      searchable
      openOnFocus={false}
      allowDeselect={false}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      withScrollArea={false}
      classNames={{ options: pickerList }}
      {...props}
      clearable={clearable && selected !== ''}
      value={selected || null}
      data={data}
      filter={filter}
      onChange={(zone) => onChange?.(zone ?? '')}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
    />
  );
}

const nameCache = new Map<string, string>();

/** A time zone with its current offset: 'Europe/London (GMT)'. */
export function timeZoneName(zone: string): string {
  const cached = nameCache.get(zone);
  if (cached) return cached;
  const name = `${zone.replaceAll('_', ' ')}${utcOffset(zone)}`;
  nameCache.set(zone, name);
  return name;
}

function utcOffset(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts();
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value;
    return offset ? ` (${offset.replace(/\+0$/, '')})` : '';
  } catch {
    return '';
  }
}
