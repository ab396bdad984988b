import { Button, Flex, Radio, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import classes from './conflict-resolver.module.css';

/** A field with conflicting values, as display text. */
export type Difference = {
  id: string;
  label: string;
  yours: string;
  theirs: string;
  /** Who saved the other user's value, and when; empty if unknown. */
  changed: string;
  selected: 'yours' | 'theirs';
};

type Props = {
  title: string;
  text: ReactNode;
  differences: readonly Difference[];
  labels: { yours: string; theirs: string; empty: string };
  onSelect: (id: string, side: 'yours' | 'theirs') => void;
  /** Ends the choice where nothing is left to save. */
  close?: { readonly label: string; readonly onClose: () => void } | undefined;
};

/**
 * Shows the user's unsaved values beside those saved meanwhile by another user, with a choice per field; Mantine has no
 * component for merging.
 */
export function ConflictResolver({ title, text, differences, labels, onSelect, close }: Props) {
  const id = useId();
  const frame = useRef<HTMLElement>(null);
  // Moves keyboard and screen reader users to the conflict immediately.
  useEffect(() => frame.current?.focus(), []);

  return (
    <Stack
      renderRoot={(props) => <section {...props} ref={frame} tabIndex={-1} aria-labelledby={id} />}
      className={classes.frame ?? ''}
      gap="sm"
      mx="var(--page-pad)"
      mt="lg"
      p="md"
      maw="var(--section-max)"
      bdrs="md"
    >
      <Flex align="center" gap="xs">
        <Icon name="alert" c="var(--warn-text)" />
        <Title order={2} id={id}>
          {title}
        </Title>
      </Flex>
      <p>{text}</p>
      {differences.map(({ id: field, label, selected, changed, ...values }) => (
        <Radio.Group
          key={field}
          label={label}
          value={selected}
          onChange={(side) => onSelect(field, side === 'theirs' ? 'theirs' : 'yours')}
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="xs">
            {(['yours', 'theirs'] as const).map((side) => (
              <Radio.Card key={side} value={side} className={classes.side} px="sm" py="xs">
                <Radio.Indicator size="xs" className={classes.radio ?? ''} />
                <Flex component="span" direction="column" miw={0}>
                  <Text span size="xs" c="dimmed">
                    {[labels[side], side === 'theirs' && changed].filter(Boolean).join(' · ')}
                  </Text>
                  <span>{values[side] || labels.empty}</span>
                </Flex>
              </Radio.Card>
            ))}
          </SimpleGrid>
        </Radio.Group>
      ))}
      {close && (
        <Button variant="default" mr="auto" onClick={close.onClose}>
          {close.label}
        </Button>
      )}
    </Stack>
  );
}
