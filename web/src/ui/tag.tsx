import { Badge } from '@mantine/core';
import type { ReactNode } from 'react';

const tones = {
  neutral: { bg: 'var(--pressed)', c: 'dimmed' },
  primary: { bg: 'var(--primary-subtle)', c: 'primary' },
  success: { bg: 'var(--success-subtle)', c: 'var(--success-text)' },
  warn: { bg: 'var(--warn-subtle)', c: 'var(--warn-text)' },
  error: { bg: 'var(--error-subtle)', c: 'danger' },
} as const;

/** Small label beside a name, such as a node's level: Mantine's Badge in the tones of the tokens. */
export function Tag({ tone = 'neutral', children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <Badge component="span" {...tones[tone]}>
      {children}
    </Badge>
  );
}
