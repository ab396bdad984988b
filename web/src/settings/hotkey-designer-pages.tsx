import { UnstyledButton } from '@mantine/core';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatNumber, useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { attachPlaceDrop } from './hotkey-designer-drag.ts';
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

/** The pages of a layout, and the folder that is open. Each takes keys that are dragged onto it. */
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
    <nav className={classes.pages} aria-label={t('settings.designer.pages')}>
      {layout.pages.map((page, index) => {
        const to = pageContainer(page);
        return (
          <Place
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
            <span className={classes.count}>{formatNumber(page.keys.length)}</span>
          </Place>
        );
      })}
      {folder && (
        <span className={classes.folder} aria-current="location">
          <Icon name="chevron-right" size={14} />
          <Icon name="sub-group" size={16} />
          {keyName(folder, language)}
        </span>
      )}
    </nav>
  );
}

type PlaceProps = {
  readonly isCurrent: boolean;
  readonly designerId: string;
  readonly disabled: boolean;
  readonly onOpen: () => void;
  readonly onDrop: (sourceKey: string) => void;
  readonly children: ReactNode;
};

function Place({ isCurrent, designerId, disabled, onOpen, onDrop, children }: PlaceProps) {
  const element = useRef<HTMLButtonElement>(null);
  const [isOver, setOver] = useState(false);
  const latestDrop = useRef(onDrop);
  latestDrop.current = onDrop;
  useEffect(() => {
    if (disabled || !element.current) return undefined;
    return attachPlaceDrop({
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
      aria-current={isCurrent ? 'page' : undefined}
      data-over={isOver || undefined}
      onClick={onOpen}
    >
      {children}
    </UnstyledButton>
  );
}
