import { Box, Flex, Text } from '@mantine/core';
import type { Theme } from '@storeward/contract/settings/sections/theme';
import type { ReactNode } from 'react';
import { useReducedMotion } from '@mantine/hooks';
import { useT } from '../platform/text/i18n.ts';
import video from '../platform/theme/login-video.webm';
import { isVideoColour, backgroundImages } from '../platform/theme/sign-in-background.ts';
import { BrandMark } from '../ui/image/brand.tsx';
import { PreviewLogo } from './preview-logo.tsx';
import classes from './preview-sign-in.module.css';

/** The sign-in page with the theme applied; background and box position follow the same rules as the real page. */
export function PreviewSignIn({ theme, shape }: { theme: Theme; shape: 'landscape' | 'portrait' }) {
  const t = useT();
  const images = backgroundImages(theme);
  const position = theme.loginBoxPosition[shape];
  const logo = theme.logoURL ?? theme.logoURLPortrait;
  return (
    <Box pos="relative" display="grid" style={{ isolation: 'isolate' }} w="100%" h="100%" px="1.25rem" py="3.5rem">
      <div className={classes.scene}>
        {images ? <img src={images[shape]} alt="" /> : <BackgroundVideo tinted={!isVideoColour(theme)} />}
      </div>
      <Box
        className={classes.box}
        w={shape === 'portrait' ? 'calc(100% - 1.5rem)' : 'var(--sign-in-w)'}
        maw="100%"
        p={shape === 'portrait' ? 'calc(1.75 * var(--rem)) calc(1.5 * var(--rem))' : 'calc(2.5 * var(--rem))'}
        ms={shape === 'landscape' && position === 'left' ? '6%' : 0}
        me={shape === 'landscape' && position === 'right' ? '6%' : 0}
        bdrs="lg"
        bg="var(--surface)"
        data-position={position}
      >
        <Flex component="p" align="center" gap={12} mih="calc(2 * var(--rem))" {...heading}>
          {logo ? (
            <PreviewLogo src={logo} />
          ) : (
            <>
              <BrandMark size={32} />
              Storeward
            </>
          )}
        </Flex>
        <Box component="p" my={24} {...heading}>
          {t('sessions.login.title')}
        </Box>
        <Field label={t('sessions.login.userName')} />
        <Field label={t('sessions.login.password')}>
          <Text span inherit fw="var(--weight-regular)" c="var(--primary-text)">
            {t('sessions.login.forgot')}
          </Text>
        </Field>
        <Flex
          component="span"
          align="center"
          justify="center"
          h="calc(2.5 * var(--rem))"
          mt={24}
          bdrs="sm"
          bg="var(--primary)"
          c="var(--on-primary)"
          fw="var(--weight-medium)"
        >
          {t('sessions.login.submit')}
        </Flex>
      </Box>
      {logo && (
        <Box
          component="p"
          pos="absolute"
          bottom="1rem"
          left="50%"
          style={{ translate: '-50%' }}
          px={12}
          py={6}
          bdrs="sm"
          bg="var(--on-picture)"
          c="var(--on-picture-words)"
          fz="var(--text-13)"
        >
          {t('sessions.login.poweredBy')} <b>Storeward</b>
        </Box>
      )}
    </Box>
  );
}

const heading = { fz: 'var(--text-20)', fw: 'var(--weight-medium)', lh: 1.4, lts: '-0.012em' } as const;

function Field({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <>
      <Flex component="p" justify="space-between" gap={8} mb={6} fz="var(--text-13)" fw="var(--weight-medium)" lh={1.5}>
        {label}
        {children}
      </Flex>
      <Box
        component="span"
        display="block"
        h="calc(2.5 * var(--rem))"
        mb={16}
        bd="1px solid var(--line-control)"
        bdrs="sm"
        bg="var(--surface)"
      />
    </>
  );
}

function BackgroundVideo({ tinted }: { tinted: boolean }) {
  const reducedMotion = useReducedMotion();
  return (
    <>
      <video key={String(reducedMotion)} src={video} autoPlay={!reducedMotion} muted loop playsInline tabIndex={-1} />
      {tinted && (
        <Box component="span" pos="absolute" inset={0} bg="var(--primary-raw)" style={{ mixBlendMode: 'color' }} />
      )}
    </>
  );
}
