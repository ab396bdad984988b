import { Flex, NativeSelect, Text } from '@mantine/core';
import { pageSizes } from '@storeward/contract/paging';
import { IconButton } from '../icon-button.tsx';
import lines from './lines.module.css';

type Range = { from: string; to: string; total: string };

type PaginationLabels = {
  label: string;
  rows: string;
  range: (formatted: Range) => string;
  rangeEstimate: (formatted: Range) => string;
  previous: string;
  next: string;
};

type Props = {
  page: number;
  size: number;
  total: number;
  estimate?: boolean | undefined;
  locale: string;
  labels: PaginationLabels;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
};

/** Pagination bar, since Mantine's needs an exact total: page size, row range, previous and next. Hidden if all rows fit on one page of any size. */
export function Pagination({ page, size, total, estimate = false, locale, labels, onPage, onSize }: Props) {
  const from = page * size + 1;
  const to = Math.min(total, from + size - 1);
  const isSinglePage = page === 0 && total <= size;
  if (isSinglePage && total <= Math.min(...pageSizes)) return null;
  const formatNumber = (value: number) => value.toLocaleString(locale);
  const formatted = { from: formatNumber(from), to: formatNumber(Math.max(from, to)), total: formatNumber(total) };

  return (
    <Flex
      component="nav"
      className={lines.above ?? ''}
      align="center"
      gap="sm"
      flex="none"
      mih="3.25rem"
      ps="var(--page-pad)"
      pe={{ base: 'xs', sm: 'var(--page-pad)' }}
      c="dimmed"
      fz="label"
      aria-label={labels.label}
    >
      <NativeSelect
        styles={{
          root: { display: 'flex', flexShrink: 0, alignItems: 'center', gap: 8 },
          label: { margin: 0, fontWeight: 'var(--weight-regular)' },
        }}
        label={labels.rows}
        value={String(size)}
        data={withCurrentSize(size)}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
      />
      <Text span size="label" ms="auto" c="bright" aria-live="polite">
        {estimate ? labels.rangeEstimate(formatted) : labels.range(formatted)}
      </Text>
      {!isSinglePage && (
        <Flex component="span">
          <IconButton
            icon="chevron-left"
            label={labels.previous}
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
          />
          <IconButton
            icon="chevron-right"
            label={labels.next}
            disabled={!estimate && to >= total}
            onClick={() => onPage(page + 1)}
          />
        </Flex>
      )}
    </Flex>
  );
}

/** The page size options, plus the current size if the URL set an unusual one. */
function withCurrentSize(size: number): string[] {
  return [...new Set<number>([...pageSizes, size])].sort((a, b) => a - b).map(String);
}
