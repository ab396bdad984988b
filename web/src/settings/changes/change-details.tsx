import { TextInput } from '@mantine/core';
import type { SectionState } from '@storeward/contract/settings/section-state';
import { useT } from '../../platform/text/i18n.ts';
import { DateFormField } from '../../records/date-form-field.tsx';
import { OptionalLabel } from '../../ui/form/form.tsx';
import classes from './change-details.module.css';
import type { ChangeDetails } from '../section/section-edit.ts';

type Props = {
  state: Pick<SectionState, 'timeZone'>;
  details: ChangeDetails;
  onChange: (details: ChangeDetails) => void;
};

/** Reason and start time of a change. */
export function ChangeDetailsForm({ state, details, onChange }: Props) {
  const t = useT();
  const [day = '', time = ''] = details.startsAt.split('T');
  return (
    <section className={classes.details} aria-label={t('settings.change.title')}>
      <TextInput
        label={<OptionalLabel label={t('settings.change.reason')} optional={t('ui.form.optional')} />}
        value={details.reason}
        maxLength={256}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange({ ...details, reason: currentTarget.value })}
      />
      <div className={classes.start}>
        <DateFormField
          label={<OptionalLabel label={t('settings.change.starts')} optional={t('ui.form.optional')} />}
          description={t('settings.change.startsHint', { zone: state.timeZone })}
          value={day}
          error={day !== '' && !/^\d{4}-\d\d-\d\d$/.test(day)}
          onChange={(newDay) => onChange({ ...details, startsAt: newDay ? `${newDay}T${time || '00:00'}` : '' })}
        />
        <TextInput
          label={t('settings.change.time')}
          placeholder="hh:mm"
          value={time}
          disabled={!day}
          maxLength={5}
          autoComplete="off"
          onChange={({ currentTarget }) => onChange({ ...details, startsAt: `${day}T${currentTarget.value}` })}
        />
      </div>
    </section>
  );
}
