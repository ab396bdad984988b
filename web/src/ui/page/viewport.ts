import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is narrower than this many CSS pixels, from the first rendering on. */
export function useNarrowerThan(pixels: number): boolean {
  return useMediaQuery(`(width < ${pixels}px)`, false, { getInitialValueInEffect: false });
}

/** Phone layout: one column, two-line rows. */
export function useNarrow(): boolean {
  return useNarrowerThan(768);
}
