import { screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { startPortal } from '../../../test/start-portal.ts';
import { t } from '../../platform/text/i18n.ts';
import { emptyDetails } from '../section/section-edit.ts';
import { ChangeDetailsForm } from './change-details.tsx';
import { LocalTimeForm } from './local-time-form.tsx';
import { phrase } from '../../../test/phrase.ts';

beforeEach(async () => void (await startPortal()));

function renderDetails(timeZone: string) {
  const starts: string[] = [];
  function Form() {
    const [details, setDetails] = useState(emptyDetails);
    return (
      <ChangeDetailsForm
        state={{ timeZone }}
        details={details}
        onChange={(changed) => {
          starts.push(changed.startsAt);
          setDetails(changed);
        }}
      />
    );
  }
  return { starts, ...renderScreen(<Form />) };
}

const dayField = () => screen.findByRole('textbox', { name: new RegExp(t('settings.change.starts')) });
const timeField = () => screen.getByRole('textbox', { name: t('settings.change.time') });

test.each([
  [
    'Europe/London',
    '30/03/2036',
    '0130',
    '2036-03-30T01:30',
    phrase('settings.change.instant.skipped', { time: '01:30', when: '30 Mar 2036, 02:30 BST' }),
  ],
  [
    'Europe/London',
    '26/10/2036',
    '1.30',
    '2036-10-26T01:30',
    phrase('settings.change.instant.repeated', { time: '01:30', when: '26 Oct 2036, 01:30 GMT' }),
  ],
  [
    'Asia/Tokyo',
    '26/10/2036',
    '８：３０',
    '2036-10-26T08:30',
    phrase('settings.change.instant.usual', { when: '26 Oct 2036, 08:30 GMT+9' }),
  ],
])(
  'in %s, a start on %s at %s is saved as %s, and shown as the moment it means',
  async (zone, day, time, start, text) => {
    const { user, starts } = renderDetails(zone);
    await user.type(await dayField(), day);
    await user.clear(timeField());
    await user.type(timeField(), time);
    expect(starts.at(-1)).toBe(start);
    expect(screen.getByRole('status').textContent).toBe(text);
  },
);

test('a start at an unreadable time shows its error at the field, and keeps what was typed', async () => {
  const { user } = renderDetails('Europe/London');
  await user.type(await dayField(), '30/03/2036');
  await user.clear(timeField());
  await user.type(timeField(), '25:00');
  expect(screen.queryByText(t('errors.field.time'))).toBeNull();
  await user.tab();
  expect(screen.getByText(t('errors.field.time'))).toBeTruthy();
  expect(timeField()).toHaveProperty('value', '25:00');
  expect(screen.queryByRole('status')).toBeNull();
});

test('the time for which settings are shown is read as typed, and anything else has its error at the field', async () => {
  const chosen: string[] = [];
  const { user } = renderScreen(
    <LocalTimeForm
      label="As of"
      timeZone="Europe/London"
      initial="2036-03-30T00:00"
      onSubmit={(at) => chosen.push(at)}
    />,
  );
  await user.clear(await screen.findByRole('textbox', { name: t('settings.change.time') }));
  await user.type(timeField(), 'nine{Enter}');
  expect(screen.getByText(t('errors.field.time'))).toBeTruthy();
  await user.clear(timeField());
  await user.type(timeField(), '930{Enter}');
  expect(chosen).toEqual(['2036-03-30T09:30']);
});

test('a day that is not understood stays as it is typed, beside the time', async () => {
  const { user } = renderScreen(
    <LocalTimeForm label="As of" timeZone="Europe/London" initial="2036-03-30T09:30" onSubmit={() => undefined} />,
  );
  const day = await screen.findByRole('textbox', { name: t('settings.asOf.day') });
  await user.clear(day);
  await user.type(day, '12 OCT');
  expect(day).toHaveProperty('value', '12 OCT');
  expect(timeField()).toHaveProperty('value', '09:30');
});

const choice = (order: 'first' | 'second', offset: string) =>
  screen.findByRole('radio', { name: phrase(`settings.repeatedTime.${order}`, { time: '01:30', offset }) });

test('a start that clocks show twice is chosen, the second unless the first is, and another time has no choice', async () => {
  const { user, starts } = renderDetails('Europe/London');
  await user.type(await dayField(), '26/10/2036');
  expect(screen.queryByRole('radio')).toBeNull();
  await user.clear(timeField());
  await user.type(timeField(), '01:30');
  expect(await choice('second', '+00:00')).toHaveProperty('checked', true);
  await user.click(await choice('first', '+01:00'));
  expect(starts.at(-1)).toBe('2036-10-26T01:30+01:00');
  expect(timeField()).toHaveProperty('value', '01:30');
  expect(screen.getByRole('status').textContent).toBe(
    phrase('settings.change.instant.repeated', { time: '01:30', when: '26 Oct 2036, 01:30 BST' }),
  );
  await user.clear(timeField());
  await user.type(timeField(), '03:30');
  expect(starts.at(-1)).toBe('2036-10-26T03:30');
  expect(screen.queryByRole('radio')).toBeNull();
});

test('settings are shown as of the first or the second of a time that clocks show twice', async () => {
  const chosen: string[] = [];
  const { user } = renderScreen(
    <LocalTimeForm
      label="As of"
      timeZone="Europe/London"
      initial="2036-10-26T01:30+01:00"
      onSubmit={(at) => chosen.push(at)}
    />,
  );
  expect(await choice('first', '+01:00')).toHaveProperty('checked', true);
  await user.click(screen.getByRole('button', { name: t('settings.asOf.apply') }));
  await user.click(await choice('second', '+00:00'));
  await user.click(screen.getByRole('button', { name: t('settings.asOf.apply') }));
  expect(chosen).toEqual(['2036-10-26T01:30+01:00', '2036-10-26T01:30+00:00']);
});
