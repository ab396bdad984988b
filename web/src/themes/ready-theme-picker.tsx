import { UnstyledButton } from '@mantine/core';
import type { Theme } from '@storeward/contract/settings/theme';
import { useQuery } from '@tanstack/react-query';
import type { PhraseKey } from '../platform/i18n.ts';
import { useT } from '../platform/i18n.ts';
import { readyThemes } from './queries.ts';
import classes from './ready-theme-picker.module.css';

const names: Readonly<Record<string, PhraseKey>> = {
  harbour: 'themes.ready.harbour',
  forest: 'themes.ready.forest',
  berry: 'themes.ready.berry',
  amber: 'themes.ready.amber',
  graphite: 'themes.ready.graphite',
};

type Props = { theme: Theme; disabled: boolean; onChoose: (change: Partial<Theme>) => void };

/** Looks to begin with: colours and font of one that is ready; logos, pictures and places stay one's own. */
export function ReadyThemePicker({ theme, disabled, onChoose }: Props) {
  const t = useT();
  const { data: looks } = useQuery(readyThemes());
  if (!looks || disabled) return null;
  return (
    <ul className={classes.looks} aria-label={t('themes.ready.title')}>
      {looks.map((look) => {
        const change = takenOver(look.theme);
        const worn = Object.entries(change).every(([field, value]) => theme[field as keyof Theme] === value);
        const { backgroundColor, indentedBackground, primaryColour, contractPrimaryColour, textColour } = look.theme;
        const name = names[look.id];
        return (
          <li key={look.id}>
            <UnstyledButton className={classes.look} aria-pressed={worn} onClick={() => onChoose(change)}>
              <span className={classes.picture} style={{ backgroundColor: indentedBackground }} aria-hidden>
                <span className={classes.sheet} style={{ backgroundColor }}>
                  <span className={classes.line} style={{ backgroundColor: textColour }} />
                  <span className={classes.button} style={{ backgroundColor: primaryColour }}>
                    <span className={classes.word} style={{ backgroundColor: contractPrimaryColour }} />
                  </span>
                </span>
              </span>
              <span className={classes.name}>{name ? t(name) : look.name}</span>
            </UnstyledButton>
          </li>
        );
      })}
    </ul>
  );
}

const ownAnyway: readonly string[] = ['logoURL', 'logoURLPortrait', 'backgroundImage', 'loginBoxPosition'];

function takenOver(look: Theme): Partial<Theme> {
  return Object.fromEntries(Object.entries(look).filter(([field]) => !ownAnyway.includes(field)));
}
