import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { render } from '../../test/render.tsx';
import { TimeZonePicker } from './time-zone-picker.tsx';

test('typed text replaces the chosen option instead of being appended to it', async () => {
  const { user } = render(<TimeZonePicker label="Time zone" value="America/Chicago" />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
  await user.click(field);
  await user.keyboard('berlin');
  expect(field.value).toBe('berlin');
  expect(await screen.findByRole('option', { name: /^Europe\/Berlin/, hidden: true })).toBeTruthy();
});

test('the keyboard focus selects the text of a searchable select', async () => {
  const { user } = render(<TimeZonePicker label="Time zone" value="America/Chicago" />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Time zone' });
  await user.tab();
  expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
});

test.each([
  ['kolkata', 'Asia/Kolkata'],
  ['calcutta', 'Asia/Kolkata'],
  ['Kyiv', 'Europe/Kyiv'],
  ['Kiev', 'Europe/Kyiv'],
  ['ho chi minh', 'Asia/Ho Chi Minh'],
  ['saigon', 'Asia/Ho Chi Minh'],
  ['kathmandu', 'Asia/Kathmandu'],
  ['katmandu', 'Asia/Kathmandu'],
])('%s finds %s alone', async (typed, shown) => {
  const { user } = render(<TimeZonePicker label="Time zone" value="" />);
  await user.click(screen.getByRole('combobox', { name: 'Time zone' }));
  await user.keyboard(typed);
  const options = await screen.findAllByRole('option', { hidden: true });
  expect(options.map(({ textContent }) => textContent?.replace(/ \(.*/, ''))).toEqual([shown]);
});
