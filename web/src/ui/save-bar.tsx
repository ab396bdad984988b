import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import classes from './save-bar.module.css';

type Props = {
  changed: number;
  /** Visible without changes, for forms that create a record. */
  alwaysOpen?: boolean;
  changedText: string;
  invalidText?: string | undefined;
  onShowInvalid?: () => void;
  note?: ReactNode;
  discard: { label: string; onDiscard: () => void };
  save: { label: string; onSave: () => void; busy?: boolean };
};

/** Appears with the first change: number of unsaved changes, invalid fields, discard and save. */
export function SaveBar({
  changed,
  alwaysOpen = false,
  changedText,
  invalidText,
  onShowInvalid,
  note,
  discard,
  save,
}: Props) {
  const open = alwaysOpen || changed > 0 || Boolean(save.busy);
  useSaveKey(open, save.busy ? undefined : save.onSave);
  if (!open) return null;
  return (
    <div className={classes.bar} data-save-bar>
      <div className={classes.text}>
        <span role="status" className={classes.count}>
          {changed > 0 && changedText}
        </span>
        {invalidText && (
          <button type="button" className={classes.invalid} onClick={onShowInvalid}>
            <Icon name="alert" size={16} />
            {invalidText}
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

/** Saves on Ctrl+S or Cmd+S anywhere on the page while the bar is active. */
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
