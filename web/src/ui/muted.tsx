import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Secondary words within a text, in its size and weight: Mantine's Text with the props that all uses share. */
export const Muted = ({ children }: { children: ReactNode }) => (
  <Text span inherit c="dimmed">
    {children}
  </Text>
);
