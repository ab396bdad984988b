import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { render } from '../../test/render.tsx';
import { DataTable } from './data-table.tsx';
import type { Column, Sort } from './data-table.tsx';
import { NavigateProvider } from './link.tsx';

type Person = { id: string; name: string; stores: number };

const people: Person[] = [
  { id: 'a', name: 'Amelia', stores: 3 },
  { id: 'b', name: 'Bartholomew', stores: 1 },
  { id: 'c', name: 'Carmen', stores: 2 },
];

const columns: Column<Person>[] = [
  { id: 'name', header: 'Name', sortable: true, cell: (person) => person.name, text: (person) => person.name },
  { id: 'stores', header: 'Stores', sortable: true, align: 'end', cell: (person) => person.stores },
  { id: 'note', header: 'Note', cell: () => 'none' },
];

const table = (props: Partial<Parameters<typeof DataTable<Person>>[0]> = {}) => (
  <DataTable
    label="People"
    rows={people}
    rowId={({ id }) => id}
    columns={columns}
    href={({ id }) => `/people/${id}`}
    {...props}
  />
);

const sortedBy = (field: string, direction: Sort['direction']) => ({
  sort: { field, direction },
  onSort: vi.fn<(sort: Sort) => void>(),
});

describe('a list', () => {
  test('shows its rows in the order the server gave them', () => {
    render(table(sortedBy('stores', 'asc')));
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Amelia', 'Bartholomew', 'Carmen']);
  });

  test('marks only the sorted column, in words that a screen reader says', () => {
    render(table(sortedBy('name', 'desc')));
    const marks = screen.getAllByRole('columnheader').map((head) => head.getAttribute('aria-sort'));
    expect(marks).toEqual(['descending', null, null]);
    expect(screen.getByRole('button', { name: 'Name' }).dataset['sorted']).toBe('desc');
    expect(screen.getByRole('button', { name: 'Stores' }).dataset['sorted']).toBeUndefined();
  });

  test('asks for the other direction on the sorted column, and for the first one on another', async () => {
    const asked = sortedBy('name', 'asc');
    const { user } = render(table(asked));
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await user.click(screen.getByRole('button', { name: 'Stores' }));
    expect(asked.onSort.mock.calls).toEqual([
      [{ field: 'name', direction: 'desc' }],
      [{ field: 'stores', direction: 'asc' }],
    ]);
  });

  test('turns a column that is sorted downwards up again', async () => {
    const asked = sortedBy('stores', 'desc');
    const { user } = render(table(asked));
    await user.click(screen.getByRole('button', { name: 'Stores' }));
    expect(asked.onSort).toHaveBeenCalledWith({ field: 'stores', direction: 'asc' });
  });

  test('offers no sorting on a column that the server cannot sort', () => {
    render(table(sortedBy('name', 'asc')));
    expect(screen.queryByRole('button', { name: 'Note' })).toBeNull();
  });

  test('opens a record from its name within the app', async () => {
    const navigate = vi.fn<(href: string) => void>();
    const { user } = render(<NavigateProvider navigate={navigate}>{table()}</NavigateProvider>);
    await user.click(screen.getByRole('link', { name: 'Carmen' }));
    expect(navigate).toHaveBeenCalledWith('/people/c');
  });

  test('carries the focus from row to row with the arrow keys', async () => {
    const { user } = render(table());
    screen.getByRole('link', { name: 'Amelia' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Carmen');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Bartholomew');
    await user.keyboard('{Home}');
    expect(document.activeElement?.textContent).toBe('Amelia');
  });

  test('is busy and keeps its rows while the next page is on its way', () => {
    render(table({ busy: true }));
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    expect(screen.getAllByRole('link')).toHaveLength(3);
  });

  test('lets nobody pick all rows before they are there', () => {
    const selection = {
      isPicked: () => false,
      pick: vi.fn<(rows: readonly Person[], picked: boolean) => void>(),
      label: ({ name }: Person) => name,
      allLabel: 'All in sight',
      bar: null,
    };
    const { rerender } = render(table({ rows: undefined, selection }));
    const all = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'All in sight' });
    expect(all().disabled).toBe(true);
    rerender(table({ selection }));
    expect(all().disabled).toBe(false);
  });

  test('shows grey rows only when loading takes longer than a moment', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { container } = render(table({ rows: undefined, skeletonRows: 4 }));
    expect(container.querySelectorAll('tbody tr')).toHaveLength(0);
    await vi.waitFor(() => {
      vi.advanceTimersByTime(150);
      expect(container.querySelectorAll('tbody tr')).toHaveLength(4);
    });
    vi.useRealTimers();
  });

  test('says what is missing when there is nothing to show', () => {
    render(table({ rows: [], placeholder: <p>No people yet</p> }));
    expect(screen.getByText('No people yet')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('a list on a phone', () => {
  test('shows each row as an item of two lines that opens the record', () => {
    window.happyDOM?.setViewport({ width: 390 });
    render(table({ item: ({ name, stores }) => ({ title: name, detail: `${stores} stores` }) }));
    window.happyDOM?.setViewport({ width: 1440 });
    expect(screen.getByRole('list', { name: 'People' })).toBeTruthy();
    expect(screen.getByText('3 stores')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Amelia' }).getAttribute('href')).toBe('/people/a');
  });
});
