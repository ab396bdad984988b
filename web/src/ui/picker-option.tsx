import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './picker-option.module.css';

/** Class of a picker's list, which scrolls. */
export const pickerList = classes.list ?? '';

/** Two lines of a picker's option: the name, and muted what tells it from others of the same name. */
export function PickerOption({ detail, children }: { detail: string; children: ReactNode }) {
  return (
    <span>
      <Text span display="block">
        {children}
      </Text>
      {detail && (
        <Text span display="block" size="xs" className={classes.detail ?? ''}>
          {detail}
        </Text>
      )}
    </span>
  );
}
