import { Kbd, UnstyledButton } from '@mantine/core';
import { useT } from '../../platform/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import classes from './palette-button.module.css';
import { showPalette } from './palette-state.ts';

/** Opens the palette: with the look of a field on wide windows, else as an icon. */
export function PaletteButton() {
  const t = useT();
  return (
    <UnstyledButton
      className={classes.button}
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={() => showPalette('search')}
    >
      <Icon name="search" />
      <span className={classes.label}>{t('app.header.search')}</span>
      <span className={classes.keys} aria-hidden>
        <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">K</Kbd>
      </span>
    </UnstyledButton>
  );
}
