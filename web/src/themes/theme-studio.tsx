import { Box, Checkbox, Flex, Group, NativeSelect, SegmentedControl, Stack, Text, Title } from '@mantine/core';
import { FontFamily, type Theme, fontFamilies } from '@storeward/contract/settings/sections/theme';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { ImagePicker } from '../files/image-picker.tsx';
import { useT } from '../platform/text/i18n.ts';
import { backgroundImages } from '../platform/theme/sign-in-background.ts';
import { BoxPositionPicker } from './box-position-picker.tsx';
import { ReadyThemePicker } from './ready-theme-picker.tsx';
import { ThemeColours } from './theme-colours.tsx';
import {
  type Editing,
  type Inherited,
  isReadOnly,
  type ThemeField,
  type Locks,
  type FieldNotes,
} from './theme-editing.ts';
import { ThemeOrigin } from './theme-origin.tsx';
import { ThemePreview } from './theme-preview.tsx';
import classes from './theme-studio.module.css';

type Props = {
  value: Theme;
  onChange: (next: Theme) => void;
  disabled?: boolean;
  /** Origin of each field without an own value; omitted where nothing is inherited. */
  inherited?: Inherited;
  onRevert?: (field: ThemeField) => void;
  /** Notes per field. */
  fieldNotes?: FieldNotes;
  /** Fields locked for descendants. */
  locks?: Locks | undefined;
  upload: (file: File) => Promise<string>;
};

/** Edits all fields of a theme beside a live preview. */
export function ThemeStudio({
  value,
  onChange,
  disabled = false,
  inherited,
  onRevert,
  fieldNotes,
  locks,
  upload,
}: Props) {
  const t = useT();
  const [pane, setPane] = useState<'fields' | 'preview'>('fields');
  // keeps the fields responsive while a colour is dragged: the preview renders deferred
  const deferredTheme = useDeferredValue(value);
  const editing: Editing = {
    theme: value,
    set: (change) => onChange({ ...value, ...change }),
    disabled,
    inherited,
    onRevert,
    fieldNotes,
    locks,
  };
  return (
    <div className={classes.container}>
      <div className={classes.studio} data-side={pane}>
        <SegmentedControl
          className={classes.panes ?? ''}
          fullWidth
          aria-label={t('themes.studio.pane')}
          value={pane}
          onChange={setPane}
          data={(['fields', 'preview'] as const).map((name) => ({ value: name, label: t(`themes.studio.${name}`) }))}
        />
        <Stack className={classes.fields ?? ''} gap={28} miw={0}>
          <StudioSection title={t('themes.ready.title')}>
            <ReadyThemePicker theme={value} disabled={disabled} onChoose={editing.set} />
          </StudioSection>
          <Brand editing={editing} upload={upload} />
          <SignInPage editing={editing} upload={upload} />
          <Typography editing={editing} />
          <StudioSection title={t('themes.section.colours')}>
            <ThemeColours editing={editing} />
          </StudioSection>
        </Stack>
        <Box className={classes.preview} top={16} miw={0}>
          <ThemePreview theme={deferredTheme} />
        </Box>
      </div>
    </div>
  );
}

function StudioSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack component="section" className={classes.section ?? ''} gap={10} aria-labelledby={id}>
      <Title id={id} order={3} size="h2">
        {title}
      </Title>
      {children}
    </Stack>
  );
}

type SectionProps = { editing: Editing; upload: Props['upload'] };

function Brand({ editing, upload }: SectionProps) {
  const t = useT();
  return (
    <StudioSection title={t('themes.section.brand')}>
      {(['logoURL', 'logoURLPortrait'] as const).map((field) => (
        <ImagePicker
          key={field}
          label={t(`themes.field.${field}`)}
          value={editing.theme[field]}
          disabled={isReadOnly(editing, field)}
          upload={upload}
          onChange={(address) => editing.set({ [field]: address })}
        >
          <ThemeOrigin editing={editing} field={field} name={t(`themes.field.${field}`)} />
        </ImagePicker>
      ))}
      <Text size="xs" c="dimmed">
        {t('files.image.kinds')}
      </Text>
      {!editing.theme.logoURL && !editing.theme.logoURLPortrait && (
        <Text size="xs" c="dimmed">
          {t('themes.field.noLogo')}
        </Text>
      )}
    </StudioSection>
  );
}

const shapes = [
  { shape: 'landscape', image: 'landscapeImage', frame: 'wide' },
  { shape: 'portrait', image: 'portraitImage', frame: 'tall' },
] as const;

function SignInPage({ editing, upload }: SectionProps) {
  const t = useT();
  const { theme, set } = editing;
  const { backgroundImage, loginBoxPosition } = theme;
  const hint = useId();
  return (
    <StudioSection title={t('themes.section.signIn')}>
      <div>
        <Checkbox
          label={t('themes.field.customImages')}
          aria-describedby={hint}
          checked={backgroundImage.status}
          disabled={isReadOnly(editing, 'backgroundImage')}
          onChange={(event) => set({ backgroundImage: { ...backgroundImage, status: event.currentTarget.checked } })}
        />
        <Text id={hint} size="xs" c="dimmed">
          {t(
            backgroundImage.status && !backgroundImages(theme)
              ? 'themes.field.videoUntilBoth'
              : 'themes.field.videoOtherwise',
          )}
        </Text>
        <ThemeOrigin editing={editing} field="backgroundImage" name={t('themes.field.customImages')} />
      </div>
      {shapes.map(({ image, frame }) => (
        <ImagePicker
          key={image}
          label={t(`themes.field.${image}`)}
          shape={frame}
          value={backgroundImage[image]}
          disabled={isReadOnly(editing, 'backgroundImage')}
          upload={upload}
          onChange={(address) => set({ backgroundImage: { ...backgroundImage, [image]: address } })}
        />
      ))}
      <Group align="flex-start" gap="16px 32px">
        {shapes.map(({ shape }) => (
          <BoxPositionPicker
            key={shape}
            label={t(`themes.field.box.${shape}`)}
            shape={shape}
            value={loginBoxPosition[shape]}
            disabled={isReadOnly(editing, 'loginBoxPosition')}
            onChange={(position) => set({ loginBoxPosition: { ...loginBoxPosition, [shape]: position } })}
          />
        ))}
      </Group>
      <ThemeOrigin editing={editing} field="loginBoxPosition" name={t('themes.field.boxes')} />
    </StudioSection>
  );
}

const sizes = Array.from({ length: 25 }, (_, index) => index + 8);

function Typography({ editing }: { editing: Editing }) {
  const t = useT();
  const { theme, set } = editing;
  return (
    <StudioSection title={t('themes.section.typography')}>
      <Flex gap="sm">
        <Box flex="3 1 0" miw={0}>
          <NativeSelect
            label={t('themes.field.fontFamily')}
            data={fontFamilies}
            value={theme.fontFamily}
            disabled={isReadOnly(editing, 'fontFamily')}
            onChange={(event) => set({ fontFamily: FontFamily.parse(event.currentTarget.value) })}
          />
          <ThemeOrigin editing={editing} field="fontFamily" name={t('themes.field.fontFamily')} />
        </Box>
        <Box flex="2 1 0" miw={0}>
          <NativeSelect
            label={t('themes.field.fontSize')}
            data={sizes.map((pixels) => ({ value: `${pixels}px`, label: `${pixels} px` }))}
            value={theme.fontSize}
            disabled={isReadOnly(editing, 'fontSize')}
            onChange={(event) => set({ fontSize: event.currentTarget.value })}
          />
          <ThemeOrigin editing={editing} field="fontSize" name={t('themes.field.fontSize')} />
        </Box>
      </Flex>
      <Text size="xs" c="dimmed">
        {t('themes.field.fontSizeLimits')}
      </Text>
    </StudioSection>
  );
}
