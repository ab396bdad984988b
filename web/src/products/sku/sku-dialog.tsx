import { Box, Button, Flex, Group, SimpleGrid } from '@mantine/core';
import type { Garment } from '@storeward/contract/settings/sections/garment';
import type { ReactNode } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { EditorDialog } from '../../records/editor-dialog.tsx';
import lines from '../../ui/list/lines.module.css';
import { Tag } from '../../ui/tag.tsx';
import classes from './sku-dialog.module.css';

type Props = {
  readonly title: string;
  readonly garment: Garment;
  readonly labels: { readonly confirm: string; readonly cancel: string };
  readonly isComplete: boolean;
  readonly isChanged: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Hints above the buttons; the one that blocks the confirmation is red. */
  readonly notes?: ReactNode;
  /** Left of the buttons. */
  readonly message?: ReactNode;
  readonly children: ReactNode;
};

/** A dialog in two parts that selects products. Escape asks for confirmation if something was changed. */
export function SkuDialog(props: Props) {
  const { title, garment, labels, isComplete, isChanged, onConfirm, onCancel, notes, message, children } = props;
  const t = useT();
  return (
    <EditorDialog
      title={
        <Group component="span" gap="xs">
          {title}
          <Tag>{t(`products.garment.${garment.garment}.${garment.fit}`)}</Tag>
        </Group>
      }
      size="57.5rem"
      isChanged={isChanged}
      onCancel={onCancel}
    >
      <div className={classes.halves}>{children}</div>
      {notes && (
        <SimpleGrid
          className={lines.above ?? ''}
          cols={{ base: 1, sm: 2 }}
          spacing={0}
          verticalSpacing={2}
          flex="none"
          py={8}
          bg="var(--sunken)"
          c="dimmed"
        >
          {notes}
        </SimpleGrid>
      )}
      <Group className={lines.above ?? ''} flex="none" justify="flex-end" gap="xs" px={24} py={12}>
        <Box flex={{ base: '1 0 100%', sm: 1 }} miw={0} role="status">
          {message}
        </Box>
        <Button variant="default" onClick={onCancel}>
          {labels.cancel}
        </Button>
        <Button disabled={!isComplete} onClick={onConfirm}>
          {labels.confirm}
        </Button>
      </Group>
    </EditorDialog>
  );
}

/** One of the hints above the buttons. */
export const SkuNote = ({ isError = false, children }: { isError?: boolean; children: ReactNode }) => (
  <Flex
    component="span"
    align="center"
    gap={6}
    px={24}
    {...(isError && { c: 'danger', fw: 'var(--weight-medium)', 'data-error': true })}
  >
    {children}
  </Flex>
);
