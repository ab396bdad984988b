import { Menu } from '@mantine/core';
import { useT } from '../../../platform/text/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MoreMenu } from '../../../ui/list/more-menu.tsx';
import type { HotkeyMode } from '../form/hotkey-frame.tsx';
import type { ShownRow } from '../../kinds/list/row-changes.ts';

type Props = {
  readonly row: ShownRow;
  readonly name: string;
  readonly disabled: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onOpen: (mode: HotkeyMode) => void;
  readonly onMove: (steps: 1 | -1) => void;
  readonly onRestore: () => void;
  readonly onDelete: () => void;
};

/** The actions of a key in the table: view, edit, delete or hide, and in a menu those for its position and origin. */
export function HotkeyActions({ row, name, disabled, isFirst, isLast, onOpen, onMove, onRestore, onDelete }: Props) {
  const t = useT();
  const isLocked = disabled || Boolean(row.stored?.lockedBy);
  const isOwn = row.state === 'added';
  return (
    <>
      <IconButton icon="eye" label={t('settings.hotkeys.viewOf', { name })} onClick={() => onOpen('view')} />
      <IconButton
        icon="edit"
        label={t('settings.list.edit', { name })}
        disabled={isLocked}
        onClick={() => onOpen('edit')}
      />
      <IconButton
        icon={isOwn ? 'trash' : 'eye-off'}
        label={t(isOwn ? 'settings.hotkeys.delete' : 'settings.list.hide', { name })}
        disabled={isLocked}
        onClick={onDelete}
      />
      {!disabled && (
        <MoreMenu label={t('settings.hotkeys.more', { name })}>
          <Menu.Item leftSection={<Icon name="arrow-up" size={16} />} disabled={isFirst} onClick={() => onMove(-1)}>
            {t('settings.hotkeys.up')}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="arrow-down" size={16} />} disabled={isLast} onClick={() => onMove(1)}>
            {t('settings.hotkeys.down')}
          </Menu.Item>
          {row.state === 'replaced' && row.stored?.inherited && (
            <Menu.Item leftSection={<Icon name="return" size={16} />} onClick={onRestore}>
              {t('settings.hotkeys.restore')}
            </Menu.Item>
          )}
        </MoreMenu>
      )}
    </>
  );
}
