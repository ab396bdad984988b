import { Box, Button, Flex, Text, TextInput } from '@mantine/core';
import type { SectionState } from '@storeward/contract/settings/section-state';
import { type SyntheticEvent, useState } from 'react';
import * as z from 'zod/mini';
import { formatDateTimeIn, useT } from '../platform/i18n.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { DateFormField } from '../records/date-form-field.tsx';
import { Icon } from '../ui/icon.tsx';
import { Notice } from '../ui/notice.tsx';
import classes from './as-of-form.module.css';

/** URL query: the local time at the node for which settings are shown. */
const AsOfQuery = z.object({
  at: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/))),
});

/** The local time for which settings are shown, and its setter; undefined means now. */
export function useAsOf(): [string | undefined, (at: string | undefined) => void] {
  const [{ at }, setQuery] = useUrlQuery(AsOfQuery);
  return [at, (localTime) => setQuery({ at: localTime })];
}

const timePattern = /^([01]\d|2[0-3]):[0-5]\d$/;
const datePattern = /^20\d\d-\d\d-\d\d$/;

/** Chooses the time for which settings are shown, with a notice while it is not now. */
export function AsOfForm({ state }: { state: Pick<SectionState, 'at' | 'timeZone'> | undefined }) {
  const t = useT();
  const [at, setAt] = useAsOf();
  const [opened, setOpened] = useState(false);
  const [day, setDay] = useState('');
  const [time, setTime] = useState('00:00');
  const [submitted, setSubmitted] = useState(false);
  const isValid = datePattern.test(day) && timePattern.test(time);

  function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    setSubmitted(true);
    if (!isValid) return;
    setAt(`${day}T${time}`);
    setOpened(false);
    setSubmitted(false);
  }

  const toggleButton = (
    <Button
      variant="subtle"
      color="gray"
      size="xs"
      aria-expanded={opened}
      leftSection={<Icon name="clock" size={16} />}
      onClick={() => setOpened(!opened)}
    >
      {t('settings.asOf.choose')}
    </Button>
  );
  return (
    <>
      {at && (
        <Box mx="var(--page-pad)" mt="sm">
          <Notice tone="primary" icon="clock" role="status">
            <Text span inherit flex="1 1 16rem">
              <strong>
                {state?.at
                  ? t('settings.asOf.notice', {
                      when: formatDateTimeIn(state.at, state.timeZone),
                      zone: state.timeZone,
                    })
                  : t('ui.state.loading')}
              </strong>{' '}
              {t('settings.asOf.readOnly')}
            </Text>
            {toggleButton}
            <Button size="xs" variant="default" onClick={() => setAt(undefined)}>
              {t('settings.asOf.now')}
            </Button>
          </Notice>
        </Box>
      )}
      {!at && (
        <Flex justify="flex-end" px="var(--page-pad)" pt="xs">
          {toggleButton}
        </Flex>
      )}
      {opened && (
        <form className={classes.form} onSubmit={handleSubmit} aria-label={t('settings.asOf.choose')}>
          <DateFormField
            label={t('settings.asOf.day')}
            description={state && t('settings.asOf.timeZone', { zone: state.timeZone })}
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
        </form>
      )}
    </>
  );
}
