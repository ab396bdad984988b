import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { DateField } from './date-field.tsx';

const turned = (text: string, from: string, to: string) =>
  text.split(from).length === 3
    ? text
        .split(from)
        .toReversed()
        .map((part) => part.padStart(2, '0'))
        .join(to)
    : text;
const reading = {
  pattern: 'DD.MM.YYYY',
  read: (text: string) => turned(text, '.', '-'),
  write: (day: string) => turned(day, '-', '.'),
  isDay: (text: string) => text.split('-').length === 3,
};

function Held({ start }: { start: string }) {
  const [day, setDay] = useState(start);
  return (
    <>
      <DateField label="Day" value={day} onChange={setDay} reading={reading} calendarLabel="Calendar" />
      <output>{day}</output>
      <button type="button" onClick={() => setDay('2026-12-24')}>
        Elsewhere
      </button>
    </>
  );
}

const field = () => screen.getByLabelText<HTMLInputElement>('Day');
const held = () => screen.getByRole('status').textContent;

describe('a date field', () => {
  test('keeps what is typed as it is typed, and takes over a day that changes from elsewhere', async () => {
    const { user } = render(<Held start="2026-11-22" />);
    expect(field().value).toBe('22.11.2026');
    await user.clear(field());
    await user.type(field(), '5.3.2026');
    expect([field().value, held()]).toEqual(['5.3.2026', '2026-03-05']);
    await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
    expect(field().value).toBe('24.12.2026');
  });

  test('offers the browser’s own calendar, and shows the day chosen there in its own order', async () => {
    const { user, container } = render(<Held start="" />);
    const calendar = container.querySelector<HTMLInputElement>('input[type="date"]')!;
    const showPicker = vi.fn<() => void>();
    Object.assign(calendar, { showPicker });
    await user.click(screen.getByRole('button', { name: 'Calendar' }));
    expect(showPicker).toHaveBeenCalledOnce();
    fireEvent.change(calendar, { target: { value: '2026-01-02' } });
    expect([field().value, held()]).toEqual(['02.01.2026', '2026-01-02']);
  });
});
