import { Box, Button, TextInput } from '@mantine/core';
import { type SyntheticEvent, useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { DateFormField } from '../../records/date-form-field.tsx';
import classes from './local-time-form.module.css';

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;
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
    const isValid = datePattern.test(day) && timePattern.test(time);
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
      <TextInput
        label={t('settings.change.time')}
        placeholder="hh:mm"
        value={time}
        maxLength={5}
        autoComplete="off"
        error={submitted && !timePattern.test(time)}
        onChange={({ currentTarget }) => setTime(currentTarget.value)}
      />
      <Button type="submit">{t('settings.asOf.apply')}</Button>
    </Box>
  );
}
