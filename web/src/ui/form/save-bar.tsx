import { Button, Flex, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { bottomPart } from '../page/bottom-parts.ts';
import { Icon } from '../icon.tsx';
import classes from './save-bar.module.css';
import lines from '../list/lines.module.css';
import { TextButton } from '../text-button.tsx';

type Props = {
  changed: number;
  /** Visible without changes, for forms that create a record. */
  alwaysOpen?: boolean;
  changedText: string;
  invalidText?: string | undefined;
  onShowInvalid?: () => void;
  note?: ReactNode;
  discard: { label: string; onDiscard: () => void };
  save: { label: string; onSave: () => void; busy?: boolean };
};

/** Appears with the first change: number of unsaved changes, invalid fields, discard and save. Mantine has no such component. */
export function SaveBar({
  changed,
  alwaysOpen = false,
  changedText,
  invalidText,
  onShowInvalid,
  note,
  discard,
  save,
}: Props) {
  const open = alwaysOpen || changed > 0 || Boolean(save.busy);
  useSaveKey(open, save.busy ? undefined : save.onSave);
  if (!open) return null;
  return (
    <BottomBar data-save-bar>
      <Flex wrap="wrap" align="center" gap="0 12px" flex={1} miw={0}>
        <Text span role="status" fw="var(--weight-medium)">
          {changed > 0 && changedText}
        </Text>
        {invalidText && (
          <TextButton danger onClick={onShowInvalid}>
            <Icon name="alert" size={16} /> {invalidText}
          </TextButton>
        )}
        {note && (
          <Text span size="label" c="dimmed" flex={{ base: '1 0 100%', sm: 1 }} ta={{ base: 'start', sm: 'end' }}>
            {note}
          </Text>
        )}
      </Flex>
      <BottomBarButtons>
        <Button
          variant="subtle"
          color="gray"
          disabled={Boolean(save.busy) || changed === 0}
          onClick={discard.onDiscard}
        >
          {discard.label}
        </Button>
        <Button loading={save.busy ?? false} onClick={save.onSave}>
          {save.label}
        </Button>
      </BottomBarButtons>
    </BottomBar>
  );
}

/** Bar that stays at the bottom of the page: text left, buttons right; on phones the text is above them. */
export function BottomBar({ children, ...rest }: { children: ReactNode; 'data-save-bar'?: boolean }) {
  return (
    <Flex
      ref={bottomPart}
      className={`${classes.bar} ${lines.above}`}
      direction={{ base: 'column', sm: 'row' }}
      align={{ base: 'stretch', sm: 'center' }}
      flex="none"
      gap="8px 12px"
      mih="3.75rem"
      mt="auto"
      px="var(--page-pad)"
      py={8}
      bg="var(--surface)"
      {...rest}
    >
      {children}
    </Flex>
  );
}

/** Buttons of a `BottomBar`; on phones they share its width. */
export const BottomBarButtons = ({ children }: { children: ReactNode }) => (
  <Flex className={classes.buttons ?? ''} wrap="wrap" gap="sm" flex="none">
    {children}
  </Flex>
);

/** Saves on Ctrl+S or Cmd+S anywhere on the page while the bar is active. */
function useSaveKey(active: boolean, onSave: (() => void) | undefined) {
  const latest = useRef(onSave);
  useEffect(() => {
    latest.current = onSave;
  });
  useEffect(() => {
    if (!active) return undefined;
    function onKeyDown(event: KeyboardEvent) {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      latest.current?.();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [active]);
}
