import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { DateField } from './date-field.tsx';

const reverseParts = (text: string, from: string, to: string) =>
  text.split(from).length === 3
    ? text
        .split(from)
        .toReversed()
        .map((part) => part.padStart(2, '0'))
        .join(to)
    : text;
const dateFormat = {
  pattern: 'DD.MM.YYYY',
  parse: (text: string) => reverseParts(text, '.', '-'),
  format: (date: string) => reverseParts(date, '-', '.'),
  isDate: (text: string) => text.split('-').length === 3,
};

function DateForm({ start }: { start: string }) {
  const [date, setDate] = useState(start);
  return (
    <>
      <DateField label="Day" value={date} onChange={setDate} dateFormat={dateFormat} calendarLabel="Calendar" />
      <output>{date}</output>
      <button type="button" onClick={() => setDate('2026-12-24')}>
        Elsewhere
      </button>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Day');
const storedDate = () => screen.getByRole('status').textContent;

describe('the date field', () => {
  test('keeps the text as typed, and shows a date that changes from outside', async () => {
    const { user } = render(<DateForm start="2026-11-22" />);
    expect(field().value).toBe('22.11.2026');
    await user.clear(field());
    await user.type(field(), '5.3.2026');
    expect([field().value, storedDate()]).toEqual(['5.3.2026', '2026-03-05']);
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(field().value).toBe('24.12.2026');
  });

  test('opens the browser’s date picker, and shows the chosen date in the field’s own format', async () => {
    const { user, container } = render(<DateForm start="" />);
    const calendar = container.querySelector<HTMLInputElement>('input[type="date"]')!;
    const showPicker = vi.fn<() => void>();
    Object.assign(calendar, { showPicker });
    await user.click(screen.getByRole('button', { name: 'Calendar' }));
    expect(showPicker).toHaveBeenCalledOnce();
    fireEvent.change(calendar, { target: { value: '2026-01-02' } });
    expect([field().value, storedDate()]).toEqual(['02.01.2026', '2026-01-02']);
  });
});
