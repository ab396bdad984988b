import { Box, Button } from '@mantine/core';
import { timeOfDayIn } from '@storeward/contract/reference/time-of-day';
import { type SyntheticEvent, useState } from 'react';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { DateFormField } from '../../records/date-form-field.tsx';
import { TimeFormField } from '../../records/time-form-field.tsx';
import classes from './local-time-form.module.css';

const datePattern = /^20\d\d-\d\d-\d\d$/;

type Props = {
  label: string;
  timeZone: string | undefined;
  /** A local time such as `2026-11-20T18:00`, with which the form starts. */
  initial?: string | undefined;
  onSubmit: (localTime: string) => void;
};

/** Chooses a local time of a location for which settings are shown. */
export function LocalTimeForm({ label, timeZone, initial = '', onSubmit }: Props) {
  const t = useT();
  const [initialDay = '', initialTime = '00:00'] = initial.split('T');
  const [day, setDay] = useState(initialDay);
  const [time, setTime] = useState(initialTime);
  const [submitted, setSubmitted] = useState(false);

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    const isValid = datePattern.test(day) && timeOfDayIn(time) !== undefined;
    setSubmitted(!isValid);
    if (isValid) onSubmit(`${day}T${time}`);
  }

  return (
    <Box component="form" className={classes.form} onSubmit={handleSubmit} aria-label={label}>
      <DateFormField
        label={t('settings.asOf.day')}
        description={timeZone && t('settings.asOf.timeZone', { zone: timeZone })}
        value={day}
        error={submitted && !datePattern.test(day)}
        onChange={setDay}
      />
      <TimeFormField
        label={t('settings.change.time')}
        value={time}
        error={submitted && timeOfDayIn(time) === undefined && errorMessage('field.time')}
        onChange={setTime}
      />
      <Button type="submit">{t('settings.asOf.apply')}</Button>
    </Box>
  );
}
