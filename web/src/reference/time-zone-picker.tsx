import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { timeZones } from '@storeward/contract/reference';
import { useState } from 'react';
import classes from './picker.module.css';

type Props = Omit<SelectProps, 'data' | 'onChange'> & { onChange?: (zone: string) => void };

/** Chooses a time zone by its name or by its distance from Greenwich; none where it may be left out. */
export function TimeZonePicker({ value, onChange, clearable = false, ...props }: Props) {
  // Four hundred clocks are only set while somebody looks at them.
  const [open, setOpen] = useState(false);
  const own = value ?? '';
  const zones = open ? [...new Set([...timeZones, own])] : [own];
  const data = zones.filter(Boolean).map((zone) => ({ value: zone, label: timeZoneName(zone) }));
  return (
    <Select
      searchable
      openOnFocus={false}
      allowDeselect={false}
      comboboxProps={{ transitionProps: { duration: 0 } }}
      withScrollArea={false}
      classNames={{ options: classes.options ?? '' }}
      {...props}
      clearable={clearable && own !== ''}
      value={own || null}
      data={data}
      onChange={(zone) => onChange?.(zone ?? '')}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
    />
  );
}

const named = new Map<string, string>();

/** A time zone with its distance from Greenwich at the moment: 'Europe/London (GMT)'. */
export function timeZoneName(zone: string): string {
  const known = named.get(zone);
  if (known) return known;
  const name = `${zone.replaceAll('_', ' ')}${distance(zone)}`;
  named.set(zone, name);
  return name;
}

function distance(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts();
    const offset = parts.find(({ type }) => type === 'timeZoneName')?.value;
    return offset ? ` (${offset.replace(/\+0$/, '')})` : '';
  } catch {
    return '';
  }
}
