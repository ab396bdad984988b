// oxlint-disable-next-line eslint/no-restricted-imports -- its list chooses the row that gets the focus when it closes
import { Box, Drawer, Flex, Text } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useT } from '../../../platform/text/i18n.ts';
import { LazyPhraseConfirm } from '../../../records/lazy-phrase-confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import lines from '../../../ui/list/lines.module.css';
import { useNarrow } from '../../../ui/page/viewport.ts';
import classes from './row-drawer.module.css';
import { RowEditor, type RowEditorProps } from './row-editor.tsx';

type Props = Omit<RowEditorProps, 'onChanged' | 'onCancel'> & {
  /** Such as "Row 2 of 8". */
  readonly position: string;
  /** Goes to the next row that can be edited, or the one before; undefined if there is none. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  readonly onClose: () => void;
};

/** Edits one row beside its list. Leaving it asks for confirmation if something was typed. */
export function RowDrawer(props: Props) {
  const { position, onPrevious, onNext, onClose, ...editor } = props;
  const { rowKey, name } = editor;
  const t = useT();
  const isChanged = useRef(false);
  const [leaving, setLeaving] = useState<() => void>();

  const leave = (action: (() => void) | undefined) => {
    if (!action) return;
    if (isChanged.current) setLeaving(() => action);
    else action();
  };

  function handleKeyDown(event: KeyboardEvent) {
    const isInDropdown = (event.target as HTMLElement).getAttribute('aria-expanded') === 'true';
    if (event.defaultPrevented || isInDropdown || leaving) return;
    const action = event.altKey
      ? { PageUp: onPrevious, PageDown: onNext }[event.key]
      : event.key === 'Escape'
        ? onClose
        : undefined;
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    leave(action);
  }

  return (
    <Drawer.Root
      opened
      position="right"
      size={useNarrow() ? '100%' : 440}
      closeOnEscape={false}
      returnFocus={false}
      lockScroll={false}
      onClose={() => leave(onClose)}
    >
      <Drawer.Overlay bg="transparent" />
      <Drawer.Content className={classes.content}>
        <Flex direction="column" h="100%" onKeyDown={handleKeyDown}>
          <Drawer.Header
            className={lines.below}
            flex="none"
            style={{ gap: 4 }}
            py="sm"
            ps={{ base: 16, sm: 24 }}
            pe={{ base: 8, sm: 12 }}
          >
            <Box flex={1} miw={0}>
              <Text size="xs" c="dimmed">
                {position}
              </Text>
              <Drawer.Title>{name}</Drawer.Title>
            </Box>
            <IconButton
              icon="arrow-up"
              label={t('settings.list.previous')}
              disabled={!onPrevious}
              onClick={() => leave(onPrevious)}
            />
            <IconButton
              icon="arrow-down"
              label={t('settings.list.next')}
              disabled={!onNext}
              onClick={() => leave(onNext)}
            />
            <Drawer.CloseButton aria-label={t('ui.action.close')} />
          </Drawer.Header>
          <RowEditor
            key={rowKey}
            {...editor}
            onChanged={(changed) => void (isChanged.current = changed)}
            onCancel={() => leave(onClose)}
          />
        </Flex>
      </Drawer.Content>
      <LazyPhraseConfirm
        opened={leaving !== undefined}
        title={t('settings.list.discardTitle')}
        phrase="settings.list.discardText"
        values={{ name }}
        onNo={() => setLeaving(undefined)}
        onYes={() => {
          setLeaving(undefined);
          isChanged.current = false;
          leaving?.();
        }}
      />
    </Drawer.Root>
  );
}
