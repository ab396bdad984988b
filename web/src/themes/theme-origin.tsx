import { UnstyledButton } from '@mantine/core';
import { useT } from '../platform/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import type { Editing, ThemeField } from './theme-editing.ts';
import classes from './theme-origin.module.css';

/** Origin of a field's value, with actions to revert an own value or lock it for descendants. */
export function ThemeOrigin({ editing, field, name }: { editing: Editing; field: ThemeField; name: string }) {
  const { lockedReason, notes = [] } = editing.fieldNotes?.[field] ?? {};
  return (
    <>
      {lockedReason ? (
        <p className={classes.origin}>
          <Icon name="lock" size={12} className={classes.lock ?? ''} />
          <span>{lockedReason}</span>
        </p>
      ) : (
        <ValueSource editing={editing} field={field} name={name} />
      )}
      {notes.map((note) => (
        <p key={note} className={classes.origin}>
          {note}
        </p>
      ))}
    </>
  );
}

function ValueSource({ editing, field, name }: { editing: Editing; field: ThemeField; name: string }) {
  const t = useT();
  const { inherited, onRevert, disabled, locks } = editing;
  if (!inherited) return null;
  const from = inherited[field]?.from;
  if (from === null) return <p className={classes.origin}>{t('settings.origin.notSet')}</p>;
  if (from !== undefined) return <p className={classes.origin}>{t('themes.origin.inherited', { from })}</p>;
  const locked = locks?.locked.has(field) ?? false;
  return (
    <p className={classes.origin} data-own>
      <Icon name="diamond" size={12} />
      <span>{t('themes.origin.own')}</span>
      {onRevert && !disabled && (
        <UnstyledButton
          className={classes.revert}
          aria-label={t('themes.origin.revertField', { name })}
          onClick={() => onRevert(field)}
        >
          {t('themes.origin.revert')}
        </UnstyledButton>
      )}
      {locks && !disabled && (
        <UnstyledButton
          className={classes.revert}
          aria-label={`${t(locked ? 'themes.origin.unlock' : 'themes.origin.lock')}: ${name}`}
          onClick={() => locks.onLock(field, !locked)}
        >
          {t(locked ? 'themes.origin.unlock' : 'themes.origin.lock')}
        </UnstyledButton>
      )}
    </p>
  );
}
