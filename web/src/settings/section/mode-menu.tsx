import { Box, Menu, UnstyledButton } from '@mantine/core';
import type { SettingMode } from '@storeward/contract/settings/engine/section';
import { useT } from '../../platform/text/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './section-field.module.css';

/** Menu of the mode for descendants: an open lock while it is free, otherwise a lock with its label. */
export function ModeMenu({
  modes,
  mode,
  label,
  text,
  onChange,
}: {
  modes: readonly SettingMode[];
  mode: SettingMode;
  label: string;
  text: (mode: SettingMode) => string;
  onChange: (mode: SettingMode) => void;
}) {
  const t = useT();
  return (
    <Menu>
      <Menu.Target>
        <UnstyledButton
          className={classes.mode}
          mih={{ base: 'var(--touch)', sm: 'var(--control-h)' }}
          px={10}
          bd="1px solid var(--line-control)"
          bdrs="sm"
          c={mode === 'free' ? 'var(--icon)' : 'bright'}
          fz="label"
          title={text(mode)}
          aria-label={t('settings.mode.of', { label, mode: text(mode) })}
        >
          <Icon name={mode === 'free' ? 'lock-open' : 'lock'} size={16} />
          {mode !== 'free' && <span>{text(mode)}</span>}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('settings.mode.title')}</Menu.Label>
        {modes.map((definition) => (
          <Menu.Item
            key={definition}
            leftSection={definition === mode ? <Icon name="check" size={16} /> : <Box w="1rem" />}
            aria-current={definition === mode || undefined}
            onClick={() => onChange(definition)}
          >
            {text(definition)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
