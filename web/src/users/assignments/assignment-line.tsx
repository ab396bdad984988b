import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import lines from '../../ui/list/lines.module.css';

/** A line of a list of role assignments. */
export function AssignmentLine({ children }: { children: ReactNode }) {
  return (
    <Group component="li" className={lines.below ?? ''} wrap="nowrap" gap={12} mih={48} py={8}>
      {children}
    </Group>
  );
}
