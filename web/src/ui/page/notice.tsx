import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';

const tones = {
  neutral: { bg: 'var(--sunken)', border: 'var(--line)', icon: 'var(--icon)' },
  primary: { bg: 'var(--primary-subtle)', border: 'var(--primary-line)', icon: 'var(--primary-text)' },
  success: { bg: 'var(--success-subtle)', border: 'var(--success-line)', icon: 'var(--success-text)' },
  error: { bg: 'var(--error-subtle)', border: 'var(--error-line)', icon: 'var(--error-text)' },
  warn: { bg: 'var(--warn-subtle)', border: 'var(--warn-line)', icon: 'var(--warn-text)' },
};

type Props = { tone?: keyof typeof tones; icon?: IconName; role?: 'status'; children: ReactNode };

/** One framed line with an icon, text and small actions; Mantine's Alert is a block with a title. */
export function Notice({ tone = 'neutral', icon, role, children }: Props) {
  const { bg, border, icon: iconColour } = tones[tone];
  return (
    <Flex
      wrap="wrap"
      align="center"
      gap="8px 12px"
      px="sm"
      py="xs"
      bg={bg}
      bd={`1px solid ${border}`}
      bdrs="sm"
      fz="label"
      lh="label"
      role={role}
    >
      {icon && (
        <Flex component="span" c={iconColour}>
          <Icon name={icon} size={16} />
        </Flex>
      )}
      {children}
    </Flex>
  );
}
