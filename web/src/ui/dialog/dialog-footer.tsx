import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import lines from '../list/lines.module.css';

/** The buttons at the end of a dialog, below a line from edge to edge; Mantine's Modal has a header but no footer. */
export const DialogFooter = ({ mt = 0, children }: { mt?: number; children: ReactNode }) => (
  <Group className={lines.above ?? ''} justify="flex-end" gap="xs" mt={mt} mx={-16} px={16} pt={16}>
    {children}
  </Group>
);
