import { Drawer } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import classes from './panel.module.css';
import { useNarrowerThan } from './viewport.ts';

type Props = { title: string; closeLabel: string; onClose: () => void; children: ReactNode };

/** Side panel beside the page; below 1280 px it becomes a drawer. */
export function Panel({ title, closeLabel, onClose, children }: Props) {
  if (useNarrowerThan(1280)) {
    return (
      <Drawer opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': closeLabel }} size="21rem">
        {children}
      </Drawer>
    );
  }
  return (
    <SidePanel title={title} closeLabel={closeLabel} onClose={onClose}>
      {children}
    </SidePanel>
  );
}

function SidePanel({ title, closeLabel, onClose, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useFocusRestore(panel);
  return (
    <aside
      ref={panel}
      className={classes.panel}
      aria-labelledby={id}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        <IconButton icon="x" label={closeLabel} onClick={onClose} />
      </div>
      <div className={classes.body}>{children}</div>
    </aside>
  );
}

/** Focuses the panel on mount and restores the previous focus on unmount. */
function useFocusRestore(panel: { current: HTMLElement | null }) {
  useEffect(() => {
    const previousFocus = document.activeElement;
    panel.current?.focus();
    return () => {
      if (previousFocus instanceof HTMLElement && previousFocus.isConnected) previousFocus.focus();
    };
  }, [panel]);
}
