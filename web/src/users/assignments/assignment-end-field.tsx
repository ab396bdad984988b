import { displayTimeZone, formatDateTime, useT } from '../../platform/text/i18n.ts';
import { DateFormField } from '../../records/date-form-field.tsx';
import { OptionalLabel } from '../../ui/form/form.tsx';
import { useOwnEnd } from '../../records/last-day.ts';

type Props = { value: string; onChange: (lastDay: string) => void; error: string | false | undefined };

/** The last day of an assignment; shows the time zone of its end, and the end of the user's own assignment, which limits it. */
export function AssignmentEndField({ value, onChange, error }: Props) {
  const t = useT();
  const ownEnd = useOwnEnd();
  const endHint = t('users.assignment.lastDayHint', { zone: displayTimeZone() });
  const label = t('users.assignment.lastDay');
  return (
    <DateFormField
      label={ownEnd ? label : <OptionalLabel label={label} optional={t('ui.form.optional')} />}
      description={[ownEnd && t('users.assignment.ownEnd', { when: formatDateTime(ownEnd) }), endHint]
        .filter(Boolean)
        .join(' ')}
      value={value}
      onChange={onChange}
      error={error}
    />
  );
}
