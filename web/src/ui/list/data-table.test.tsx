import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { DataTable } from './data-table.tsx';
import type { Column, Sort } from './data-table.tsx';
import { NavigateProvider } from '../page/link.tsx';

type Contact = { id: string; name: string; stores: number };

const contacts: Contact[] = [
  { id: 'a', name: 'Amelia', stores: 3 },
  { id: 'b', name: 'Bartholomew', stores: 1 },
  { id: 'c', name: 'Carmen', stores: 2 },
];

const columns: Column<Contact>[] = [
  { id: 'name', header: 'Name', sortable: true, cell: (contact) => contact.name, text: (contact) => contact.name },
  { id: 'stores', header: 'Stores', sortable: true, align: 'end', cell: (contact) => contact.stores },
  { id: 'note', header: 'Note', cell: () => 'none' },
];

const contactTable = (props: Partial<Parameters<typeof DataTable<Contact>>[0]> = {}) => (
  <DataTable
    label="People"
    rows={contacts}
    rowId={({ id }) => id}
    columns={columns}
    href={({ id }) => `/user/${id}/view`}
    {...props}
  />
);

const sortedBy = (field: string, direction: Sort['direction']) => ({
  sort: { field, direction },
  onSort: vi.fn<(sort: Sort) => void>(),
});

describe('the data table', () => {
  test('shows the rows in the order of the response', () => {
    render(contactTable(sortedBy('stores', 'asc')));
    expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['Amelia', 'Bartholomew', 'Carmen']);
  });

  test('sets aria-sort on the sorted column only', () => {
    render(contactTable(sortedBy('name', 'desc')));
    const ariaSorts = screen.getAllByRole('columnheader').map((header) => header.getAttribute('aria-sort'));
    expect(ariaSorts).toEqual(['descending', null, null]);
    expect(screen.getByRole('button', { name: 'Name' }).dataset['sorted']).toBe('desc');
    expect(screen.getByRole('button', { name: 'Stores' }).dataset['sorted']).toBeUndefined();
  });

  test('reverses the direction on the sorted column, and sorts another column ascending', async () => {
    const props = sortedBy('name', 'asc');
    const { user } = render(contactTable(props));
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await user.click(screen.getByRole('button', { name: 'Stores' }));
    expect(props.onSort.mock.calls).toEqual([
      [{ field: 'name', direction: 'desc' }],
      [{ field: 'stores', direction: 'asc' }],
    ]);
  });

  test('sorts a descending column ascending again', async () => {
    const props = sortedBy('stores', 'desc');
    const { user } = render(contactTable(props));
    await user.click(screen.getByRole('button', { name: 'Stores' }));
    expect(props.onSort).toHaveBeenCalledWith({ field: 'stores', direction: 'asc' });
  });

  test('offers no sort button on a column that is not sortable', () => {
    render(contactTable(sortedBy('name', 'asc')));
    expect(screen.queryByRole('button', { name: 'Note' })).toBeNull();
  });

  test('opens a record from its name by client-side navigation', async () => {
    const navigate = vi.fn<(href: string) => void>();
    const { user } = render(<NavigateProvider navigate={navigate}>{contactTable()}</NavigateProvider>);
    await user.click(screen.getByRole('link', { name: 'Carmen' }));
    expect(navigate).toHaveBeenCalledWith('/user/c/view');
  });

  test('moves the focus between rows with the arrow keys and Home', async () => {
    const { user } = render(contactTable());
    screen.getByRole('link', { name: 'Amelia' }).focus();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Carmen');
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement?.textContent).toBe('Bartholomew');
    await user.keyboard('{Home}');
    expect(document.activeElement?.textContent).toBe('Amelia');
  });

  test('is busy and keeps its rows while the next page loads', () => {
    render(contactTable({ busy: true }));
    expect(screen.getByRole('table').getAttribute('aria-busy')).toBe('true');
    expect(screen.getAllByRole('link')).toHaveLength(3);
  });

  test('disables the "select all" checkbox until the rows have loaded', () => {
    const selection = {
      isSelected: () => false,
      select: vi.fn<(rows: readonly Contact[], selected: boolean) => void>(),
      label: ({ name }: Contact) => name,
      allLabel: 'All in sight',
      bar: null,
    };
    const { rerender } = render(contactTable({ rows: undefined, selection }));
    const selectAll = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'All in sight' });
    expect(selectAll().disabled).toBe(true);
    rerender(contactTable({ selection }));
    expect(selectAll().disabled).toBe(false);
  });

  test('shows skeleton rows only if loading takes longer than 150 ms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { container } = render(contactTable({ rows: undefined, skeletonRows: 4 }));
    expect(container.querySelectorAll('tbody tr')).toHaveLength(0);
    await vi.waitFor(() => {
      vi.advanceTimersByTime(150);
      expect(container.querySelectorAll('tbody tr')).toHaveLength(4);
    });
    vi.useRealTimers();
  });

  test('shows the placeholder instead of an empty table', () => {
    render(contactTable({ rows: [], placeholder: <p>No people yet</p> }));
    expect(screen.getByText('No people yet')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('the data table on a phone', () => {
  test('shows each row as a two-line item that opens the record', () => {
    window.happyDOM?.setViewport({ width: 390 });
    render(contactTable({ item: ({ name, stores }) => ({ title: name, detail: `${stores} stores` }) }));
    window.happyDOM?.setViewport({ width: 1440 });
    expect(screen.getByRole('list', { name: 'People' })).toBeTruthy();
    expect(screen.getByText('3 stores')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Amelia' }).getAttribute('href')).toBe('/user/a/view');
  });
});
