import { displayTimeZone, formatDateTime, useT } from '../platform/i18n.ts';
import { DateFormField } from '../records/date-form-field.tsx';
import { OptionalLabel } from '../ui/form.tsx';
import { useOwnEnd } from './assignment-end.ts';

type Props = { value: string; onChange: (lastDay: string) => void; error: string | false | undefined };

/** The last day of an assignment; says at whose midnight it ends, and when the user's own ends, which bounds it. */
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
