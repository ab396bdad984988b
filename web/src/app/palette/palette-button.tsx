import { Kbd, Text, UnstyledButton } from '@mantine/core';
import { useT } from '../../platform/text/i18n.ts';
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
      <Text span inherit truncate className={classes.label ?? ''} flex={1}>
        {t('app.header.search')}
      </Text>
      <Text span inherit className={classes.keys ?? ''} flex="none" aria-hidden>
        <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">K</Kbd>
      </Text>
    </UnstyledButton>
  );
}
