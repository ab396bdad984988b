import { Text, TextInput } from '@mantine/core';
import { instantOf, splitOffset } from '@storeward/contract/reference/local-time';
import { timeZones } from '@storeward/contract/reference/time-zones';
import type { SectionState } from '@storeward/contract/settings/engine/section-state';
import { errorMessage, formatInstant, useT } from '../../platform/text/i18n.ts';
import { DateFormField } from '../../records/date-form-field.tsx';
import { TimeFormField } from '../../records/time-form-field.tsx';
import { OptionalLabel } from '../../ui/form/form.tsx';
import classes from './change-details.module.css';
import { RepeatedTime } from './repeated-time.tsx';
import { isStart, joinStart, splitStart } from './start.ts';
import type { ChangeDetails } from '../section/section-edit.ts';

type Props = {
  state: Pick<SectionState, 'timeZone'>;
  details: ChangeDetails;
  onChange: (details: ChangeDetails) => void;
};

/** Reason and start time of a change. */
export function ChangeDetailsForm({ state, details, onChange }: Props) {
  const t = useT();
  const { day, time } = splitStart(details.startsAt);
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
          onChange={(newDay) => onChange({ ...details, startsAt: newDay ? joinStart(newDay, time || '00:00') : '' })}
        />
        <TimeFormField
          label={t('settings.change.time')}
          value={time}
          disabled={!day}
          error={day !== '' && time.trim() === '' && errorMessage('field.time')}
          onChange={(newTime) => onChange({ ...details, startsAt: joinStart(day, newTime) })}
        />
        <RepeatedTime
          value={details.startsAt}
          timeZone={state.timeZone}
          onChange={(startsAt) => onChange({ ...details, startsAt })}
        />
        <StartInstant startsAt={details.startsAt} timeZone={state.timeZone} />
      </div>
    </section>
  );
}

/** The moment at which a change takes effect, which on a day when clocks change may not be what its time reads. */
function StartInstant({ startsAt, timeZone }: { startsAt: string; timeZone: string }) {
  const t = useT();
  if (!isStart(startsAt) || !timeZones.includes(timeZone)) return null;
  const { at, clock } = instantOf(startsAt, timeZone);
  const time = splitOffset(startsAt).localTime.slice(-5);
  return (
    <Text role="status" className={classes.instant} size="xs" c={clock === 'usual' ? 'dimmed' : 'var(--warn-text)'}>
      {t(`settings.change.instant.${clock}`, { time, when: formatInstant(at, timeZone) })}
    </Text>
  );
}
