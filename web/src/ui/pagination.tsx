import { NativeSelect } from '@mantine/core';
import { IconButton } from './icon-button.tsx';
import classes from './pagination.module.css';

type Range = { from: string; to: string; total: string };

type Words = {
  label: string;
  rows: string;
  range: (figures: Range) => string;
  rangeAbout: (figures: Range) => string;
  previous: string;
  next: string;
};

type Props = {
  page: number;
  size: number;
  total: number;
  estimate?: boolean | undefined;
  locale: string;
  words: Words;
  onPage: (page: number) => void;
  onSize: (size: number) => void;
  sizes?: readonly number[];
  usualSize?: number;
};

const usualSizes = [5, 10, 25, 50, 100] as const;

/** The way through a long list: how many rows a page has, which rows these are, back and on. */
export function Pagination({
  page,
  size,
  total,
  estimate = false,
  locale,
  words,
  onPage,
  onSize,
  sizes = usualSizes,
  usualSize = 25,
}: Props) {
  const from = page * size + 1;
  const to = Math.min(total, from + size - 1);
  const whole = page === 0 && total <= size;
  // A size that somebody chose stays on offer, so that they can go back to the usual one.
  if (total === 0 || (whole && (size === usualSize || total <= Math.min(...sizes)))) return null;
  const figure = (value: number) => value.toLocaleString(locale);
  const figures = { from: figure(from), to: figure(Math.max(from, to)), total: figure(total) };

  return (
    <nav className={classes.bar} aria-label={words.label}>
      <NativeSelect
        className={classes.size}
        label={words.rows}
        value={String(size)}
        data={withOwn(sizes, size)}
        onChange={(event) => onSize(Number(event.currentTarget.value))}
      />
      <span className={classes.range} aria-live="polite">
        {estimate ? words.rangeAbout(figures) : words.range(figures)}
      </span>
      {!whole && (
        <span className={classes.arrows}>
          <IconButton
            icon="chevron-left"
            label={words.previous}
            disabled={page === 0}
            onClick={() => onPage(page - 1)}
          />
          <IconButton
            icon="chevron-right"
            label={words.next}
            disabled={!estimate && to >= total}
            onClick={() => onPage(page + 1)}
          />
        </span>
      )}
    </nav>
  );
}

/** The sizes on offer, with the one in use even where the address asked for an unusual one. */
function withOwn(sizes: readonly number[], size: number): string[] {
  return [...new Set([...sizes, size])].sort((a, b) => a - b).map(String);
}
