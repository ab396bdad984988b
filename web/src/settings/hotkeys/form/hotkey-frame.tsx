import { Box, Button, Flex, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../../platform/text/i18n.ts';
import { EditorDialog } from '../../../records/editor-dialog.tsx';
import lines from '../../../ui/list/lines.module.css';
import classes from './hotkey.module.css';

const padding = { base: 16, sm: 24 };

export type HotkeyMode = 'create' | 'edit' | 'view';

type Props = {
  readonly title: string;
  readonly mode: HotkeyMode;
  readonly isSavable: boolean;
  readonly isBusy: boolean;
  readonly isChanged: boolean;
  /** Whether another dialog is open above this one. */
  readonly isCovered?: boolean;
  readonly size?: string;
  readonly onSave: () => void;
  readonly onCancel: () => void;
  readonly children: ReactNode;
};

/** The dialog of a hotkey or group. Escape asks for confirmation if something was changed; a click outside is ignored. */
export function HotkeyFrame(props: Props) {
  const {
    title,
    mode,
    isSavable,
    isBusy,
    isChanged,
    isCovered = false,
    size = '40rem',
    onSave,
    onCancel,
    children,
  } = props;
  const t = useT();

  return (
    <EditorDialog
      title={title}
      size={size}
      isChanged={isChanged}
      isCovered={isCovered}
      headerClass={classes.header}
      onCancel={onCancel}
    >
      <Flex
        component="form"
        noValidate
        direction="column"
        flex={1}
        mih={0}
        onSubmit={(event) => {
          event.preventDefault();
          // in React's component tree the form of a dialog above this one is inside it
          event.stopPropagation();
          if (isSavable && !isBusy && mode !== 'view') onSave();
        }}
      >
        <Box
          display="grid"
          flex={1}
          mih={0}
          px={padding}
          py={20}
          style={{ gridTemplateColumns: 'minmax(0, 1fr)', gap: 16, alignContent: 'start', overflow: 'auto' }}
        >
          {children}
        </Box>
        <Group className={lines.above ?? ''} flex="none" justify="flex-end" gap="xs" px={padding} py="sm">
          <Button variant="default" onClick={onCancel}>
            {t('ui.action.cancel')}
          </Button>
          <Button type="submit" loading={isBusy} disabled={!isSavable || isBusy || mode === 'view'}>
            {t('settings.hotkeys.save')}
          </Button>
        </Group>
      </Flex>
    </EditorDialog>
  );
}
