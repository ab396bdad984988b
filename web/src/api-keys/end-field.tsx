import { maxApiKeyDays } from '@storeward/contract/api-keys';
import { type ReactNode, useState } from 'react';
import { displayTimeZone, formatDateTime, useT } from '../platform/text/i18n.ts';
import { DateFormField } from '../records/date-form-field.tsx';
import { endOf, lastDayOf, useOwnEnd } from '../records/last-day.ts';

/** The end that a form suggests: in ninety days, or that of the user's own role if it is earlier. */
export function suggestedEnd(ownEnd: string | null): string {
  const end = new Date(Date.now() + 90 * 86_400_000).toISOString();
  const lastDay = ownEnd !== null && ownEnd < end ? lastDayOf(ownEnd) : lastDayOf(end);
  return endOf(lastDay, ownEnd) ?? '';
}

type Props = { value: string; onChange: (end: string) => void; error: ReactNode };

/** The last day of an API key; `value` is its end as an ISO time, or the text of an invalid date. */
export function EndField({ value, onChange, error }: Props) {
  const t = useT();
  const ownEnd = useOwnEnd();
  const [lastDay, setLastDay] = useState(lastDayOf(value || null));
  const hints = [
    ownEnd && t('api-keys.field.ownEnd', { when: formatDateTime(ownEnd) }),
    t('api-keys.field.untilHint', { days: maxApiKeyDays, zone: displayTimeZone() }),
  ];
  return (
    <DateFormField
      label={t('api-keys.field.lastDay')}
      description={hints.filter(Boolean).join(' ')}
      value={lastDay}
      onChange={(next) => {
        setLastDay(next);
        onChange(endOf(next, ownEnd) ?? '');
      }}
      error={error}
    />
  );
}
