import { screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { render } from '../../../test/render.tsx';
import { Pagination } from './pagination.tsx';

const labels = {
  label: 'Pages',
  rows: 'Rows',
  range: ({ from, to, total }: Record<string, string>) => `${from}–${to} of ${total}`,
  rangeEstimate: ({ from, to, total }: Record<string, string>) => `${from}–${to} of about ${total}`,
  previous: 'Previous page',
  next: 'Next page',
};

const bar = (props: Partial<Parameters<typeof Pagination>[0]>) => (
  <Pagination
    page={0}
    size={25}
    total={60012}
    locale="en"
    labels={labels}
    onPage={() => {}}
    onSize={() => {}}
    {...props}
  />
);

describe('pagination', () => {
  test('shows the row range and total, formatted for the locale', () => {
    const { rerender } = render(bar({}));
    expect(screen.getByText('1–25 of 60,012')).toBeTruthy();
    rerender(bar({ locale: 'de' }));
    expect(screen.getByText('1–25 of 60.012')).toBeTruthy();
  });

  test('marks an estimated total as such', () => {
    render(bar({ total: 60000, estimate: true }));
    expect(screen.getByText('1–25 of about 60,000')).toBeTruthy();
  });

  test('ends the range at the last row and disables the next button on the last page', () => {
    render(bar({ page: 2400 }));
    expect(screen.getByText('60,001–60,012 of 60,012')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next page' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Previous page' }).disabled).toBe(false);
  });

  test('goes to the next and the previous page', async () => {
    const onPage = vi.fn<(page: number) => void>();
    const { user } = render(bar({ page: 3, onPage }));
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    expect(onPage.mock.calls).toEqual([[4], [2]]);
  });

  test('offers 5, 10, 25, 50 and 100 rows', async () => {
    const onSize = vi.fn<(size: number) => void>();
    const { user } = render(bar({ onSize }));
    const rows = screen.getByLabelText('Rows');
    expect([...rows.querySelectorAll('option')].map((option) => option.textContent)).toEqual([
      '5',
      '10',
      '25',
      '50',
      '100',
    ]);
    await user.selectOptions(rows, '100');
    expect(onSize).toHaveBeenCalledWith(100);
  });

  test('is hidden when all rows fit on one page of any size', () => {
    const { container, rerender } = render(bar({ total: 5 }));
    expect(container.querySelector('nav')).toBeNull();
    rerender(bar({ total: 6 }));
    expect(container.querySelector('nav')).not.toBeNull();
  });

  test('offers the page sizes, and no other page, where all rows fit on one page', () => {
    render(bar({ total: 60, size: 100 }));
    expect(screen.getByLabelText('Rows')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull();
  });
});
