import { useMediaQuery } from '@mantine/hooks';

/** Whether the window is narrower than a width in pixels. */
export function useBelow(pixels: number): boolean {
  return useMediaQuery(`(width < ${pixels}px)`, false, { getInitialValueInEffect: false });
}

/** Whether the window is a phone's: one column, two-line rows. */
export function useNarrow(): boolean {
  return useBelow(768);
}
