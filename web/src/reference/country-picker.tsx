import { Select } from '@mantine/core';
import type { SelectProps } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useLanguage } from '../platform/i18n.ts';
import classes from './picker.module.css';

/** The countries and territories of ISO 3166-1 by their two letters; browsers name them, but do not list them. */
const codes = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ ' +
  'CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR ' +
  'GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP ' +
  'KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ ' +
  'NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW ' +
  'SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ ' +
  'UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

type Props = Omit<SelectProps, 'data' | 'onChange'> & { onChange?: (code: string) => void };

/** Chooses a country by its name in the reader's language, or none. */
export function CountryPicker({ value, onChange, ...props }: Props) {
  const [reader] = useLanguage();
  // Closed, the list is kept short: every key typed elsewhere in the form would draw all of it again.
  const [open, setOpen] = useState(false);
  const own = value || null;
  const data = useMemo(() => {
    const { compare } = new Intl.Collator(reader);
    const shown = open ? codes : [own ?? ''].filter(Boolean);
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

const namers = new Map<string, Intl.DisplayNames>();

/** What a country is called in the reader's language; the code itself where nobody knows a name for it. */
export function countryName(code: string, reader: string): string {
  const namer = namers.get(reader) ?? new Intl.DisplayNames([reader], { type: 'region' });
  namers.set(reader, namer);
  try {
    return namer.of(code) ?? code;
  } catch {
    return code;
  }
}
