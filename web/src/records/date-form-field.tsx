import type { ComponentProps } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { datePatternKey, parseTypedDate, isIsoDate, formatTypedDate } from '../platform/text/date-input.ts';
import { DateField } from '../ui/form/date-field.tsx';

type Props = Omit<ComponentProps<typeof DateField>, 'dateFormat' | 'calendarLabel'>;

/** A date field in the date format of the installation. An invalid text shows the expected format as its error. */
export function DateFormField({ error, value, ...field }: Props) {
  const t = useT();
  const pattern = t(datePatternKey());
  const isInvalid = value !== '' && !isIsoDate(value);
  return (
    <DateField
      {...field}
      value={value}
      error={error && isInvalid ? t('ui.date.invalid', { pattern }) : error}
      dateFormat={{ pattern, parse: parseTypedDate, format: formatTypedDate, isDate: isIsoDate }}
      calendarLabel={t('ui.date.calendar')}
    />
  );
}
