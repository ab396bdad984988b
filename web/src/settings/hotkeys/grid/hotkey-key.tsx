import { Text } from '@mantine/core';
import { type MouseEvent, memo, useEffect, useRef, useState } from 'react';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';
import { attachKeyDrag, type KeyDrop } from './hotkey-drag.ts';
import { HotkeyImage } from '../form/hotkey-image.tsx';
import { keyName, keyState } from '../engine/hotkey-text.ts';
import classes from './hotkey-designer.module.css';
import { isGroup } from '../engine/hotkey-layout.ts';
import type { ShownRow } from '../../kinds/list/row-changes.ts';

export type KeyActions = {
  readonly press: (key: string, event: MouseEvent) => void;
  readonly open: (key: string) => void;
  readonly drop: (sourceKey: string, key: string, drop: KeyDrop) => void;
};

type Props = {
  readonly row: ShownRow;
  readonly position: number;
  /** The number of hotkeys in a folder. */
  readonly childCount: number;
  readonly designerId: string;
  readonly language: string;
  readonly isActive: boolean;
  readonly isSelected: boolean;
  readonly isCarried: boolean;
  readonly isFound: boolean;
  readonly isMovable: boolean;
  /** The problem with the product of the key, if any. */
  readonly problem: string | undefined;
  readonly colours: { readonly background: string; readonly text: string } | undefined;
  readonly actions: KeyActions;
};

/** One key of a page, as the till shows it, with the operation of this location on it. */
export const DesignerKey = memo(function DesignerKey(props: Props) {
  const { row, position, childCount, designerId, language, isActive, isSelected, isCarried, isMovable, problem } =
    props;
  const t = useT();
  const element = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState<KeyDrop>();
  const [isDragging, setDragging] = useState(false);
  const { actions, colours } = props;
  const { key } = row;
  const isFolder = isGroup(row);
  const name = keyName(row, language);
  const state = keyState(row, t);
  const folderText = isFolder ? t('settings.designer.folder', { count: childCount }) : undefined;

  const described = state.name === 'inherited' ? [folderText, state.text] : [state.text, folderText];

  useEffect(() => {
    if (!isMovable || !element.current) return undefined;
    return attachKeyDrag({
      element: element.current,
      key,
      designerId,
      isGroup: isFolder,
      onDragging: setDragging,
      onOver: setOver,
      onDrop: (sourceKey, drop) => actions.drop(sourceKey, key, drop),
    });
  }, [isMovable, key, designerId, isFolder, actions]);

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the grid
    // handles the keyboard
    <div
      ref={element}
      role="gridcell"
      className={classes.key}
      data-key={key}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isSelected}
      // begins with the visible text
      aria-label={[formatNumber(position), name, problem, ...described].filter(Boolean).join(', ')}
      data-state={state.name}
      data-carried={isCarried || undefined}
      data-dragging={isDragging || undefined}
      data-over={over}
      data-problem={problem !== undefined || undefined}
      data-found={props.isFound || undefined}
      onClick={(event) => actions.press(key, event)}
      onDoubleClick={() => actions.open(key)}
      style={colours && { backgroundColor: colours.background, color: colours.text }}
      data-coloured={colours !== undefined || undefined}
    >
      {/* the spaces separate the words of the visible text, which the accessible name repeats */}
      <span className={classes.position}>{formatNumber(position)}</span> <HotkeyImage row={row} />
      <Text span className={classes.keyName} size="xs" fw="var(--weight-medium)" maw="100%" dir="auto" lang={language}>
        {name}
      </Text>{' '}
      <span className={classes.keyState}>
        {problem ? (
          <>
            <Icon name="alert" size={12} />
            {problem}
          </>
        ) : (
          <>
            {state.icon && <Icon name={state.icon} size={12} />}
            {state.name === 'inherited' ? folderText : state.text}
          </>
        )}
      </span>
    </div>
  );
});
