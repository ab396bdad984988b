import { Box, Button, SimpleGrid, TextInput } from '@mantine/core';
import { maxHotkeyName } from '@storeward/contract/settings/lists/hotkey-looks';
import { type Language, languageNames, languages } from '@storeward/contract/reference';
import { useId, useState } from 'react';
import { formatNumber, useT } from '../../../platform/text/i18n.ts';
import { Icon } from '../../../ui/icon.tsx';

type Names = Readonly<Partial<Record<Language, string>>>;
type Props = { readonly names: Names; readonly disabled: boolean; readonly onChange: (names: Names) => void };

/** The names of a key in languages other than that of its display name; collapsed at first. */
export function HotkeyNames({ names, disabled, onChange }: Props) {
  const t = useT();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        leftSection={<Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size={16} />}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {t('settings.hotkeys.namesIn', {
          shown: formatNumber(Object.keys(names).length),
          most: formatNumber(languages.length),
        })}
      </Button>
      <Box id={id} hidden={!isOpen} pt="xs">
        {/* not before they are shown, since seven fields delay the opening of the dialog */}
        {isOpen && (
          <SimpleGrid autoFlow="auto-fit" minColWidth="min(14rem, 100%)" spacing="sm">
            {languages.map((language) => (
              <TextInput
                key={language}
                lang={language}
                dir="auto"
                label={languageNames[language]}
                value={names[language] ?? ''}
                maxLength={maxHotkeyName}
                disabled={disabled}
                autoComplete="off"
                onChange={({ currentTarget: { value } }) => {
                  const { [language]: _, ...others } = names;
                  onChange(value === '' ? others : { ...others, [language]: value });
                }}
              />
            ))}
          </SimpleGrid>
        )}
      </Box>
    </div>
  );
}
