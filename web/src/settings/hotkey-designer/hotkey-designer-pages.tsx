import { Flex, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber, useT } from '../../platform/text/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { attachContainerDrop } from './hotkey-designer-drag.ts';
import type { DesignerEditing } from './hotkey-designer-editing.ts';
import { type Container, keysIn, pageContainer, pageIndexOf } from './hotkey-designer-layout.ts';
import { keyName } from './hotkey-designer-text.ts';
import classes from './hotkey-designer.module.css';

type Props = {
  readonly editing: DesignerEditing;
  readonly designerId: string;
  readonly language: string;
  readonly disabled: boolean;
};

/** The pages of a layout, and the open folder. Each is a drop target for keys. */
export function DesignerPages({ editing, designerId, language, disabled }: Props) {
  const t = useT();
  const { layout, container } = editing;
  const current = pageIndexOf(layout, container);
  const folder = container.type === 'group' ? layout.rows.find(({ key }) => key === container.key) : undefined;
  const move = (to: Container) => (sourceKey: string) =>
    editing.move(
      editing.selection.has(sourceKey) ? editing.selection : new Set([sourceKey]),
      to,
      keysIn(layout, to).length,
    );
  return (
    <Flex component="nav" wrap="wrap" align="center" gap={4} aria-label={t('settings.designer.pages')}>
      {layout.pages.map((page, index) => {
        const to = pageContainer(page);
        return (
          <ContainerButton
            key={to.key ?? 'only'}
            isCurrent={index === current}
            designerId={designerId}
            disabled={disabled}
            onOpen={() => editing.open(to)}
            onDrop={move(to)}
          >
            <span>
              {page.row
                ? keyName(page.row, language)
                : t('settings.designer.page', { number: formatNumber(index + 1) })}
            </span>
            <Text span size="xs" lh="inherit" c="dimmed">
              {formatNumber(page.keys.length)}
            </Text>
          </ContainerButton>
        );
      })}
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
