import { Box, Button } from '@mantine/core';
import { timeOfDayIn } from '@storeward/contract/reference/time-of-day';
import { useState } from 'react';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { DateFormField } from '../../records/date-form-field.tsx';
import { TimeFormField } from '../../records/time-form-field.tsx';
import classes from './local-time-form.module.css';
import { RepeatedTime } from './repeated-time.tsx';
import { isStart, joinStart, splitStart } from './start.ts';

type Props = {
  label: string;
  timeZone: string | undefined;
  /** A local time such as `2026-11-20T18:00`, perhaps with an offset, with which the form starts. */
  initial?: string | undefined;
  onSubmit: (localTime: string) => void;
};

/** Chooses a local time of a location for which settings are shown. */
export function LocalTimeForm({ label, timeZone, initial = '', onSubmit }: Props) {
  const t = useT();
  const [chosen, setChosen] = useState(initial);
  const { day, time } = chosen === '' ? { day: '', time: '00:00' } : splitStart(chosen);
  const [submitted, setSubmitted] = useState(false);

  function submit() {
    const isValid = isStart(chosen);
    setSubmitted(!isValid);
    if (isValid) onSubmit(chosen);
  }

  return (
    // no form: it can be inside that of the settings, which Enter must not save
    <Box
      role="group"
      className={classes.form}
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        submit();
      }}
    >
      <DateFormField
        label={t('settings.asOf.day')}
        description={timeZone && t('settings.asOf.timeZone', { zone: timeZone })}
        value={day}
        error={submitted && !isStart(`${day}T00:00`)}
        onChange={(newDay) => setChosen(joinStart(newDay, time))}
      />
      <TimeFormField
        label={t('settings.change.time')}
        value={time}
        error={submitted && timeOfDayIn(time) === undefined && errorMessage('field.time')}
        onChange={(newTime) => setChosen(joinStart(day, newTime))}
      />
      <RepeatedTime value={chosen} timeZone={timeZone} onChange={setChosen} />
      <Button onClick={submit}>{t('settings.asOf.apply')}</Button>
    </Box>
  );
}
