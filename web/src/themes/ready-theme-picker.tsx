import { UnstyledButton } from '@mantine/core';
import type { Theme } from '@storeward/contract/settings/theme';
import { useQuery } from '@tanstack/react-query';
import type { PhraseKey } from '../platform/i18n.ts';
import { useT } from '../platform/i18n.ts';
import { readyThemesQuery } from './queries.ts';
import classes from './ready-theme-picker.module.css';

const names: Readonly<Record<string, PhraseKey>> = {
  harbour: 'themes.ready.harbour',
  forest: 'themes.ready.forest',
  berry: 'themes.ready.berry',
  amber: 'themes.ready.amber',
  graphite: 'themes.ready.graphite',
};

type Props = { theme: Theme; disabled: boolean; onChoose: (change: Partial<Theme>) => void };

/** Applies colours and font of a preset theme; logos, images and the box position are kept. */
export function ReadyThemePicker({ theme, disabled, onChoose }: Props) {
  const t = useT();
  const { data: themeOptions } = useQuery(readyThemesQuery());
  if (!themeOptions || disabled) return null;
  return (
    <ul className={classes.presets} aria-label={t('themes.ready.title')}>
      {themeOptions.map((option) => {
        const change = presetFields(option.theme);
        const isApplied = Object.entries(change).every(([field, value]) => theme[field as keyof Theme] === value);
        const { backgroundColor, indentedBackground, primaryColour, contractPrimaryColour, textColour } = option.theme;
        const name = names[option.id];
        return (
          <li key={option.id}>
            <UnstyledButton className={classes.preset} aria-pressed={isApplied} onClick={() => onChoose(change)}>
              <span className={classes.preview} style={{ backgroundColor: indentedBackground }} aria-hidden>
                <span className={classes.sheet} style={{ backgroundColor }}>
                  <span className={classes.line} style={{ backgroundColor: textColour }} />
                  <span className={classes.button} style={{ backgroundColor: primaryColour }}>
                    <span className={classes.text} style={{ backgroundColor: contractPrimaryColour }} />
                  </span>
                </span>
              </span>
              <span className={classes.name}>{name ? t(name) : option.name}</span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}

const excludedFields: readonly string[] = ['logoURL', 'logoURLPortrait', 'backgroundImage', 'loginBoxPosition'];

function presetFields(preset: Theme): Partial<Theme> {
  return Object.fromEntries(Object.entries(preset).filter(([field]) => !excludedFields.includes(field)));
}
