import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../../platform/text/i18n.ts';

type Props = {
  readonly label?: string;
  readonly text: string;
  readonly error: ReactNode;
  /** The accessible name of the button. */
  readonly name: string;
  readonly disabled: boolean;
  readonly onOpen: () => void;
};

/** The selection made in a dialog, and the button that opens the dialog. */
export function SelectionRow({ label, text, error, name, disabled, onOpen }: Props) {
  const t = useT();
  return (
    <div>
      {label && (
        <Text size="label" fw="var(--weight-medium)">
          {label}
        </Text>
      )}
      <Group gap="md" wrap="nowrap">
        <Text {...(!text && { c: 'dimmed' })} flex={{ base: 1, sm: '0 1 24rem' }} style={{ overflowWrap: 'anywhere' }}>
          {text || t('settings.value.notSet')}
        </Text>
        <Button
          size="xs"
          variant="default"
          flex="none"
          disabled={disabled}
          aria-label={`${name}: ${t('ui.action.select')}`}
          onClick={onOpen}
        >
          {t('ui.action.select')}
        </Button>
      </Group>
      {error}
    </div>
  );
}
