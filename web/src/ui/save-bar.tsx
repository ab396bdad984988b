import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './save-bar.module.css';

type Props = {
  changed: number;
  /** Stands from the beginning: for what is made here, not changed. */
  always?: boolean;
  changedText: string;
  faultyText?: string | undefined;
  onFaulty?: () => void;
  note?: ReactNode;
  discard: { label: string; onDiscard: () => void };
  save: { label: string; onSave: () => void; busy?: boolean };
};

/** Comes up with the first change: how much is not saved yet, what is in the way, discard or save. */
export function SaveBar({ changed, always = false, changedText, faultyText, onFaulty, note, discard, save }: Props) {
  const open = always || changed > 0 || Boolean(save.busy);
  useSaveKey(open, save.busy ? undefined : save.onSave);
  if (!open) return null;
  return (
    <div className={classes.bar} data-save-bar>
      <div className={classes.words}>
        <span role="status" className={classes.count}>
          {changed > 0 && changedText}
        </span>
        {faultyText && (
          <button type="button" className={classes.faulty} onClick={onFaulty}>
            <Icon name="alert" size={16} />
            {faultyText}
          </button>
        )}
        {note && <span className={classes.note}>{note}</span>}
      </div>
      <div className={classes.buttons}>
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
      </div>
    </div>
  );
}

/** Ctrl S, or Command S, saves from anywhere on the page while there is something to save. */
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
