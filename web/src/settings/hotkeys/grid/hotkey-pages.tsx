import { Button, Flex, Menu, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { MoreMenu } from '../../../ui/list/more-menu.tsx';
import { attachContainerDrop } from './hotkey-drag.ts';
import type { DesignerEditing } from '../engine/hotkey-editing.ts';
import { type Container, keysIn, pageContainer, pageIndexOf } from '../engine/hotkey-layout.ts';
import { keyName } from '../engine/hotkey-text.ts';
import classes from './hotkey-designer.module.css';
import { HotkeyPageDialog } from '../form/hotkey-page-dialog.tsx';
import { emptyKey } from '../engine/hotkey-values.ts';

type Props = {
  readonly editing: DesignerEditing;
  readonly designerId: string;
  readonly language: string;
  readonly disabled: boolean;
  /** Whether the layout has as many rows as it may have. */
  readonly isFull: boolean;
};

/** The pages of a layout, and the open folder. Each is a drop target for keys. */
export function DesignerPages({ editing, designerId, language, disabled, isFull }: Props) {
  const t = useT();
  const [open, setOpen] = useState<'create' | 'edit'>();
  const addButton = useRef<HTMLButtonElement>(null);
  const { layout, container } = editing;
  const current = pageIndexOf(layout, container);
  const page = layout.pages[current]?.row;
  const folder = container.type === 'group' ? layout.rows.find(({ key }) => key === container.key) : undefined;
  const pageName = (index: number) => t('settings.designer.page', { number: formatNumber(index + 1) });
  const move = (to: Container) => (sourceKey: string) =>
    editing.move(
      editing.selection.has(sourceKey) ? editing.selection : new Set([sourceKey]),
      to,
      keysIn(layout, to).length,
    );
  return (
    <Flex component="nav" wrap="wrap" align="center" gap={4} aria-label={t('settings.designer.pages')}>
      {layout.pages.map((one, index) => {
        const to = pageContainer(one);
        return (
          <ContainerButton
            key={to.key ?? 'only'}
            isCurrent={index === current}
            designerId={designerId}
            disabled={disabled}
            onOpen={() => editing.open(to)}
            onDrop={move(to)}
          >
            <span>{one.row ? keyName(one.row, language) : pageName(index)}</span>
            <Text span size="xs" lh="inherit" c="dimmed">
              {formatNumber(one.keys.length)}
            </Text>
          </ContainerButton>
        );
      })}
      {!disabled && page && !page.stored?.lockedBy && (
        <MoreMenu label={t('settings.hotkeys.more', { name: keyName(page, language) })} small>
          <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => setOpen('edit')}>
            {t('settings.hotkeys.editPage')}
          </Menu.Item>
          <Menu.Item
            leftSection={<Icon name={page.state === 'added' ? 'trash' : 'eye-off'} size={16} />}
            onClick={() => {
              editing.remove(new Set([page.key]));
              addButton.current?.focus();
            }}
          >
            {t(page.state === 'added' ? 'settings.designer.removePage' : 'settings.designer.hidePage')}
          </Menu.Item>
        </MoreMenu>
      )}
      {!disabled && (
        <Button
          ref={addButton}
          size="xs"
          variant="subtle"
          leftSection={<Icon name="plus" size={16} />}
          disabled={isFull}
          onClick={() => setOpen('create')}
        >
          {t('settings.designer.addPage')}
        </Button>
      )}
      {open && (
        <HotkeyPageDialog
          mode={open}
          values={open === 'edit' && page ? page.values : emptyKey('page')}
          onClose={(values) => {
            setOpen(undefined);
            if (!values) return;
            if (open === 'edit' && page) editing.edit(new Set([page.key]), values);
            else editing.addPage(values, { ...emptyKey('page'), displayName: pageName(0) });
          }}
        />
      )}
      {folder && (
        <Flex component="span" align="center" gap={6} fz="label" fw="var(--weight-medium)" aria-current="location">
          <Icon name="chevron-right" size={14} />
          <Icon name="sub-group" size={16} />
          {keyName(folder, language)}
        </Flex>
      )}
    </Flex>
  );
}

type ContainerButtonProps = {
  readonly isCurrent: boolean;
  readonly designerId: string;
  readonly disabled: boolean;
  readonly onOpen: () => void;
  readonly onDrop: (sourceKey: string) => void;
  readonly children: ReactNode;
};

function ContainerButton({ isCurrent, designerId, disabled, onOpen, onDrop, children }: ContainerButtonProps) {
  const element = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const latestDrop = useRef(onDrop);
  latestDrop.current = onDrop;
  useEffect(() => {
    if (disabled || !element.current) return undefined;
    return attachContainerDrop({
      element: element.current,
      designerId,
      onOver: setOver,
      onDrop: (sourceKey) => latestDrop.current(sourceKey),
    });
  }, [disabled, designerId]);
  return (
    <UnstyledButton
      ref={element}
      className={classes.pageButton}
      mih="var(--control-h-sm)"
      px={10}
      bdrs="sm"
      fz="label"
      aria-current={isCurrent ? 'page' : undefined}
      data-over={isOver || undefined}
      onClick={onOpen}
    >
      {children}
    </UnstyledButton>
  );
}
