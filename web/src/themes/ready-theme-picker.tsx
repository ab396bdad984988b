import { Box, Flex, Text, UnstyledButton } from '@mantine/core';
import type { Theme } from '@storeward/contract/settings/sections/theme';
import { useQuery } from '@tanstack/react-query';
import type { PhraseKey } from '../platform/text/i18n.ts';
import { useT } from '../platform/text/i18n.ts';
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
    <Box
      component="ul"
      display="grid"
      style={{ gridTemplateColumns: 'repeat(auto-fill, minmax(4.25rem, 1fr))', gap: 8 }}
      aria-label={t('themes.ready.title')}
    >
      {themeOptions.map((option) => {
        const change = presetFields(option.theme);
        const isApplied = Object.entries(change).every(([field, value]) => theme[field as keyof Theme] === value);
        const { backgroundColor, indentedBackground, primaryColour, contractPrimaryColour, textColour } = option.theme;
        const name = names[option.id];
        return (
          <li key={option.id}>
            <UnstyledButton
              className={classes.preset}
              w="100%"
              p={3}
              bdrs="md"
              ta="center"
              aria-pressed={isApplied}
              onClick={() => onChoose(change)}
            >
              <Box
                component="span"
                style={{ overflow: 'hidden' }}
                display="block"
                h="2.75rem"
                px={6}
                pt={6}
                bdrs="xs"
                bg={indentedBackground}
                aria-hidden
              >
                <Flex
                  component="span"
                  style={{ boxShadow: 'var(--shadow-2)' }}
                  direction="column"
                  gap={6}
                  h="100%"
                  p={6}
                  bdrs="3px 3px 0 0"
                  bg={backgroundColor}
                >
                  <Box component="span" w="65%" h={3} bdrs={2} bg={textColour} />
                  <Flex component="span" flex="none" align="center" justify="center" h={12} bdrs={3} bg={primaryColour}>
                    <Box component="span" w="40%" h={3} bdrs={2} bg={contractPrimaryColour} />
                  </Flex>
                </Flex>
              </Box>
              <Text span truncate display="block" size="xs" mt={4} mb={2}>
                {name ? t(name) : option.name}
              </Text>
            </UnstyledButton>
          </li>
        );
      })}
    </Box>
  );
}

const excludedFields: readonly string[] = ['logoURL', 'logoURLPortrait', 'backgroundImage', 'loginBoxPosition'];

function presetFields(preset: Theme): Partial<Theme> {
  return Object.fromEntries(Object.entries(preset).filter(([field]) => !excludedFields.includes(field)));
}
