import { SegmentedControl } from '@mantine/core';
import { deriveTokens, typeTokens } from '@storeward/contract/theme-tokens';
import type { Theme } from '@storeward/contract/settings/theme';
import { useMemo, useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { wornAtSignIn } from '../platform/sign-in-scene.ts';
import { Icon } from '../ui/icon.tsx';
import { PreviewMail } from './preview-mail.tsx';
import { PreviewPortal } from './preview-portal.tsx';
import { PreviewSignIn } from './preview-sign-in.tsx';
import classes from './theme-preview.module.css';

const scenes = ['signIn', 'portal', 'mail'] as const;
const shapes = ['landscape', 'portrait'] as const;
const schemes = ['light', 'dark'] as const;

/** A theme at work before anybody else sees it, painted with the very colours that the portal would make of it. */
export function ThemePreview({ theme }: { theme: Theme }) {
  const t = useT();
  const [scene, setScene] = useState<(typeof scenes)[number]>('signIn');
  const [shape, setShape] = useState<(typeof shapes)[number]>('landscape');
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('light');
  const worn = scene === 'signIn' ? wornAtSignIn(theme) : theme;
  const painted = useMemo(() => ({ ...deriveTokens(worn)[scheme], ...typeTokens(worn) }), [worn, scheme]);
  const shown = scene === 'signIn' ? shape : scene;
  return (
    <section className={classes.preview} aria-label={t('themes.preview.title')}>
      <div className={classes.tools}>
        <SegmentedControl
          size="xs"
          aria-label={t('themes.preview.scene')}
          value={scene}
          onChange={setScene}
          data={scenes.map((value) => ({ value, label: t(`themes.preview.${value}`) }))}
        />
        <span className={classes.space} />
        {scene === 'signIn' && (
          <SegmentedControl
            size="xs"
            aria-label={t('themes.preview.shape')}
            value={shape}
            onChange={setShape}
            data={shapes.map((value) => ({ value, label: t(`themes.preview.${value}`) }))}
          />
        )}
        <SegmentedControl
          size="xs"
          aria-label={t('themes.preview.scheme')}
          value={scheme}
          onChange={setScheme}
          data={schemes.map((value) => ({
            value,
            label: <Icon name={value === 'light' ? 'sun' : 'moon'} size={16} title={t(`themes.preview.${value}`)} />,
          }))}
        />
      </div>
      <div
        className={classes.frame}
        data-shape={shown}
        role="img"
        aria-label={t('themes.preview.picture', {
          scene: t(`themes.preview.${scene}`),
          scheme: t(`themes.preview.${scheme}`),
        })}
      >
        <div className={classes.stage} data-scheme={scheme} style={painted} inert>
          {scene === 'signIn' && <PreviewSignIn theme={worn} shape={shape} />}
          {scene === 'portal' && <PreviewPortal theme={theme} />}
          {scene === 'mail' && <PreviewMail theme={theme} />}
        </div>
      </div>
    </section>
  );
}
