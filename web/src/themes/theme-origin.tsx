import { Flex } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { TextButton } from '../ui/text-button.tsx';
import type { Editing, ThemeField } from './theme-editing.ts';

/** Origin of a field's value, with actions to revert an own value or lock it for descendants. */
export function ThemeOrigin({ editing, field, name }: { editing: Editing; field: ThemeField; name: string }) {
  const { lockedReason, notes = [] } = editing.fieldNotes?.[field] ?? {};
  return (
    <>
      {lockedReason ? (
        <Line>
          <Icon name="lock" size={12} />
          <span>{lockedReason}</span>
        </Line>
      ) : (
        <ValueSource editing={editing} field={field} name={name} />
      )}
      {notes.map((note) => (
        <Line key={note}>{note}</Line>
      ))}
    </>
  );
}

function ValueSource({ editing, field, name }: { editing: Editing; field: ThemeField; name: string }) {
  const t = useT();
  const { inherited, onRevert, disabled, locks } = editing;
  if (!inherited) return null;
  const from = inherited[field]?.from;
  if (from === null) return <Line>{t('settings.origin.notSet')}</Line>;
  if (from !== undefined) return <Line>{t('themes.origin.inherited', { from })}</Line>;
  const locked = locks?.locked.has(field) ?? false;
  return (
    <Line>
      <Flex component="span" c="var(--chart-4)">
        <Icon name="diamond" size={12} />
      </Flex>
      <span>{t('themes.origin.own')}</span>
      {onRevert && !disabled && (
        <TextButton label={t('themes.origin.revertField', { name })} onClick={() => onRevert(field)}>
          {t('themes.origin.revert')}
        </TextButton>
      )}
      {locks && !disabled && (
        <TextButton
          label={`${t(locked ? 'themes.origin.unlock' : 'themes.origin.lock')}: ${name}`}
          onClick={() => locks.onLock(field, !locked)}
        >
          {t(locked ? 'themes.origin.unlock' : 'themes.origin.lock')}
        </TextButton>
      )}
    </Line>
  );
}

const Line = ({ children }: { children: ReactNode }) => (
  <Flex component="p" wrap="wrap" align="center" gap="0 8px" mt={4} c="dimmed" fz="xs" lh="xs">
    {children}
  </Flex>
);
