import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { SearchField } from './search-field.tsx';

const field = (props: { value?: string; onSearch?: (text: string) => void }) => (
  <SearchField value="" onSearch={() => {}} label="Search users" clearLabel="Clear the search" {...props} />
);
const input = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search users' });
const type = (text: string) => fireEvent.change(input(), { target: { value: text } });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the search field', () => {
  test('searches once after typing pauses, not on every keystroke', () => {
    const onSearch = vi.fn<(text: string) => void>();
    render(field({ onSearch }));
    type('a');
    vi.advanceTimersByTime(200);
    type('am');
    vi.advanceTimersByTime(299);
    expect(onSearch).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onSearch.mock.calls).toEqual([['am']]);
  });

  test('searches at once on Enter, and not a second time after the pause', () => {
    const onSearch = vi.fn<(text: string) => void>();
    render(field({ onSearch }));
    type('leeds ');
    fireEvent.keyDown(input(), { key: 'Enter' });
    vi.advanceTimersByTime(1000);
    expect(onSearch.mock.calls).toEqual([['leeds']]);
  });

  test('is cleared by Escape and by its button', () => {
    const onSearch = vi.fn<(text: string) => void>();
    render(field({ value: 'leeds', onSearch }));
    fireEvent.keyDown(input(), { key: 'Escape' });
    expect(onSearch.mock.calls).toEqual([['']]);
    type('york');
    fireEvent.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(input().value).toBe('');
  });

  test('follows a value changed by the back button', () => {
    const { rerender } = render(field({ value: 'leeds' }));
    rerender(field({ value: 'york' }));
    expect(input().value).toBe('york');
  });
});
