import { Button, Flex, Group, SegmentedControl, Select, TextInput } from '@mantine/core';
import { languages } from '@storeward/contract/reference';
import { currentLanguage, useT } from '../../../platform/text/i18n.ts';
import { languageName } from '../../../platform/text/display-names.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { type DevicePreview, keyDevices, type KeyDevice } from '../engine/hotkey-devices.ts';

export type ToolbarAction = {
  readonly name: string;
  readonly icon: IconName;
  readonly label: string;
  readonly isDisabled?: boolean;
  readonly run: () => void;
};

type Props = {
  readonly actions: readonly ToolbarAction[];
  readonly preview: DevicePreview;
  readonly onPreview: (preview: DevicePreview) => void;
  readonly language: string;
  readonly onLanguage: (language: string) => void;
  readonly search: string;
  readonly foundText: string;
  readonly onSearch: (search: string) => void;
  readonly onNextFound: () => void;
  readonly isFullWidth: boolean;
  readonly onFullWidth: () => void;
};

/** Actions on the selected keys, the search for keys, and the choice of language and device to show. */
export function DesignerToolbar(props: Props) {
  const { actions, preview, onPreview, language, onLanguage, search, foundText, onSearch, onNextFound } = props;
  const { isFullWidth, onFullWidth } = props;
  const t = useT();
  const { device, orientation } = preview;
  return (
    <Flex wrap="wrap" align="flex-start" justify="space-between" gap="8px 16px">
      <Group gap={4} role="toolbar" aria-label={t('settings.designer.actions')}>
        {actions.map(({ name, icon, label, isDisabled, run }) => (
          <Button
            key={name}
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<Icon name={icon} size={16} />}
            disabled={isDisabled ?? false}
            onClick={run}
          >
            {label}
          </Button>
        ))}
      </Group>
      <Group gap="xs" align="flex-start">
        <TextInput
          size="xs"
          w="11rem"
          aria-label={t('settings.designer.search')}
          placeholder={t('settings.designer.search')}
          leftSection={<Icon name="search" size={14} />}
          description={search ? foundText : undefined}
          value={search}
          onChange={({ currentTarget }) => onSearch(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            // Enter must not submit the form of the page
            event.preventDefault();
            onNextFound();
          }}
        />
        <Select
          size="xs"
          w="9rem"
          aria-label={t('settings.designer.language')}
          data={languages.map((code) => ({ value: code, label: languageName(code, currentLanguage()) }))}
          value={language}
          allowDeselect={false}
          onChange={(code) => code && onLanguage(code)}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('settings.designer.device')}
          data={(Object.keys(keyDevices) as KeyDevice[]).map((one) => ({
            value: one,
            label: t(`settings.designer.${one}`),
          }))}
          value={device}
          onChange={(one) => onPreview({ ...preview, device: one })}
        />
        <IconButton
          icon="refresh"
          label={t('settings.designer.rotate')}
          onClick={() => onPreview({ ...preview, orientation: orientation === 'landscape' ? 'portrait' : 'landscape' })}
        />
        <IconButton icon="fit" label={t('settings.designer.fullWidth')} pressed={isFullWidth} onClick={onFullWidth} />
      </Group>
    </Flex>
  );
}
