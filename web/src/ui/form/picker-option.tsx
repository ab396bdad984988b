import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './picker-option.module.css';

/** Class of a picker's list, which scrolls. */
export const pickerList = classes.list ?? '';

/** An option of a picker: its name, and below it a detail that identifies it; an option of Mantine's Select is one text. */
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
