import type { ComponentProps } from 'react';
import { useT } from '../platform/i18n.ts';
import { dayPattern, dayTyped, isDay, typedDay } from '../platform/typed-day.ts';
import { DateField } from '../ui/date-field.tsx';

type Props = Omit<ComponentProps<typeof DateField>, 'reading' | 'calendarLabel'>;

/** A day as it is typed on this installation; of a text that means none it says how. */
export function DayField({ error, value, ...field }: Props) {
  const t = useT();
  const pattern = t(dayPattern());
  const isWrong = value !== '' && !isDay(value);
  return (
    <DateField
      {...field}
      value={value}
      error={error && isWrong ? t('ui.date.wrong', { pattern }) : error}
      reading={{ pattern, read: dayTyped, write: typedDay, isDay }}
      calendarLabel={t('ui.date.calendar')}
    />
  );
}
