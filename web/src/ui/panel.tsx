import { Drawer } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';
import { IconButton } from './icon-button.tsx';
import classes from './panel.module.css';
import { useBelow } from './viewport.ts';

type Props = { title: string; closeLabel: string; onClose: () => void; children: ReactNode };

/** A side panel for one record beside its page; where there is no room it slides in over the page. */
export function Panel({ title, closeLabel, onClose, children }: Props) {
  if (useBelow(1280)) {
    return (
      <Drawer opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': closeLabel }} size="21rem">
        {children}
      </Drawer>
    );
  }
  return (
    <Side title={title} closeLabel={closeLabel} onClose={onClose}>
      {children}
    </Side>
  );
}

function Side({ title, closeLabel, onClose, children }: Props) {
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useFocusGivenBack(panel);
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

/** Takes the focus on opening, and on closing hands it back to where it was. */
function useFocusGivenBack(panel: { current: HTMLElement | null }) {
  useEffect(() => {
    const before = document.activeElement;
    panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [panel]);
}
