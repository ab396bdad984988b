import { Button, TextInput } from '@mantine/core';
import type { SectionState } from '@storeward/contract/settings/section-state';
import { type SyntheticEvent, useState } from 'react';
import * as z from 'zod/mini';
import { formatMomentIn, useT } from '../platform/i18n.ts';
import { useUrlQuery } from '../platform/url-query.ts';
import { DayField } from '../screens/day-field.tsx';
import { Icon } from '../ui/icon.tsx';
import classes from './as-of-form.module.css';

/** A moment as the clock on the wall of a place shows it, which settings are looked at for. */
const InAddress = z.object({
  at: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d$/))),
});

/** The moment that is looked at, and the way to another one; nothing for now. */
export function useMoment(): [string | undefined, (at: string | undefined) => void] {
  const [{ at }, setQuery] = useUrlQuery(InAddress);
  return [at, (moment) => setQuery({ at: moment })];
}

const wallTime = /^([01]\d|2[0-3]):[0-5]\d$/;
const wallDay = /^20\d\d-\d\d-\d\d$/;

/** Chooses the moment that settings are looked at for, and says so plainly while it is not now. */
export function AsOfForm({ state }: { state: Pick<SectionState, 'at' | 'timeZone'> | undefined }) {
  const t = useT();
  const [at, setAt] = useMoment();
  const [opened, setOpened] = useState(false);
  const [day, setDay] = useState('');
  const [time, setTime] = useState('00:00');
  const [tried, setTried] = useState(false);
  const sound = wallDay.test(day) && wallTime.test(time);

  function look(event: SyntheticEvent) {
    event.preventDefault();
    setTried(true);
    if (!sound) return;
    setAt(`${day}T${time}`);
    setOpened(false);
    setTried(false);
  }

  const another = (
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
        <div className={classes.then} role="status">
          <Icon name="clock" size={16} />
          <span className={classes.words}>
            <strong>
              {state?.at
                ? t('settings.asOf.then', { when: formatMomentIn(state.at, state.timeZone), zone: state.timeZone })
                : t('ui.state.loading')}
            </strong>{' '}
            {t('settings.asOf.readOnly')}
          </span>
          {another}
          <Button size="xs" variant="default" onClick={() => setAt(undefined)}>
            {t('settings.asOf.back')}
          </Button>
        </div>
      )}
      {!at && <div className={classes.bar}>{another}</div>}
      {opened && (
        <form className={classes.form} onSubmit={look} aria-label={t('settings.asOf.choose')}>
          <DayField
            label={t('settings.asOf.day')}
            description={state && t('settings.asOf.clock', { zone: state.timeZone })}
            value={day}
            error={tried && !wallDay.test(day)}
            onChange={setDay}
          />
          <TextInput
            label={t('settings.about.time')}
            placeholder="hh:mm"
            value={time}
            maxLength={5}
            autoComplete="off"
            error={tried && !wallTime.test(time)}
            onChange={({ currentTarget }) => setTime(currentTarget.value)}
          />
          <Button type="submit">{t('settings.asOf.look')}</Button>
        </form>
      )}
    </>
  );
}
