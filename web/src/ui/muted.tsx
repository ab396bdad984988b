import { Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Secondary words within a text, in its size and weight. */
export const Muted = ({ children }: { children: ReactNode }) => (
  <Text span inherit c="dimmed">
    {children}
  </Text>
);
