import { Box, Flex, Group, SegmentedControl } from '@mantine/core';
import { deriveTokens, typeTokens } from '@storeward/contract/themes/theme-tokens';
import type { Theme } from '@storeward/contract/settings/sections/theme';
import { useMemo, useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { signInTheme } from '../platform/theme/sign-in-background.ts';
import { Icon } from '../ui/icon.tsx';
import { PreviewMail } from './preview-mail.tsx';
import { PreviewPortal } from './preview-portal.tsx';
import { PreviewSignIn } from './preview-sign-in.tsx';
import classes from './theme-preview.module.css';

const scenes = ['signIn', 'portal', 'mail'] as const;
const shapes = ['landscape', 'portrait'] as const;
const schemes = ['light', 'dark'] as const;

/** Live preview of a theme, with the tokens that the portal derives from it. */
export function ThemePreview({ theme }: { theme: Theme }) {
  const t = useT();
  const [scene, setScene] = useState<(typeof scenes)[number]>('signIn');
  const [shape, setShape] = useState<(typeof shapes)[number]>('landscape');
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('light');
  const shownTheme = scene === 'signIn' ? signInTheme(theme) : theme;
  const cssVariables = useMemo(
    () => ({ ...deriveTokens(shownTheme)[scheme], ...typeTokens(shownTheme) }),
    [shownTheme, scheme],
  );
  const frameShape = scene === 'signIn' ? shape : scene;
  return (
    <Flex component="section" direction="column" gap="md" miw={0} aria-label={t('themes.preview.title')}>
      <Group gap="8px 12px">
        <SegmentedControl
          size="xs"
          aria-label={t('themes.preview.scene')}
          value={scene}
          onChange={setScene}
          data={scenes.map((value) => ({ value, label: t(`themes.preview.${value}`) }))}
        />
        <Box component="span" flex={1} />
        {scene === 'signIn' && (
          <SegmentedControl
            size="xs"
            aria-label={t('themes.preview.orientation')}
            value={shape}
            onChange={setShape}
            data={shapes.map((value) => ({ value, label: t(`themes.preview.${value}`) }))}
          />
        )}
        <SegmentedControl
          size="xs"
          aria-label={t('themes.preview.colourScheme')}
          value={scheme}
          onChange={setScheme}
          data={schemes.map((value) => ({
            value,
            label: <Icon name={value === 'light' ? 'sun' : 'moon'} size={16} title={t(`themes.preview.${value}`)} />,
          }))}
        />
      </Group>
      <Box
        className={classes.frame}
        w="100%"
        bd="1px solid var(--line)"
        bdrs="lg"
        bg="var(--sunken)"
        data-shape={frameShape}
        role="img"
        aria-label={t('themes.preview.label', {
          scene: t(`themes.preview.${scene}`),
          scheme: t(`themes.preview.${scheme}`),
        })}
      >
        <div className={classes.stage} data-scheme={scheme} style={{ ...cssVariables, colorScheme: scheme }} inert>
          {scene === 'signIn' && <PreviewSignIn theme={shownTheme} shape={shape} />}
          {scene === 'portal' && <PreviewPortal theme={theme} />}
          {scene === 'mail' && <PreviewMail theme={theme} />}
        </div>
      </Box>
    </Flex>
  );
}
