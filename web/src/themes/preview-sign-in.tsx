import type { Theme } from '@storeward/contract/settings/theme';
import { useReducedMotion } from '@mantine/hooks';
import { useT } from '../platform/i18n.ts';
import film from '../platform/login-video.webm';
import { isVideoColour, backgroundImages } from '../platform/sign-in-background.ts';
import { BrandMark } from '../ui/brand.tsx';
import { PreviewLogo } from './preview-logo.tsx';
import classes from './preview-sign-in.module.css';

/** The sign-in page with the theme applied; background and box position follow the same rules as the real page. */
export function PreviewSignIn({ theme, shape }: { theme: Theme; shape: 'landscape' | 'portrait' }) {
  const t = useT();
  const images = backgroundImages(theme);
  const logo = theme.logoURL ?? theme.logoURLPortrait;
  return (
    <div className={classes.page}>
      <div className={classes.scene}>
        {images ? <img src={images[shape]} alt="" /> : <BackgroundVideo tinted={!isVideoColour(theme)} />}
      </div>
      <div className={classes.box} data-shape={shape} data-position={theme.loginBoxPosition[shape]}>
        <p className={classes.brand}>
          {logo ? (
            <PreviewLogo src={logo} />
          ) : (
            <>
              <BrandMark size={32} />
              Storeward
            </>
          )}
        </p>
        <p className={classes.title}>{t('sessions.login.title')}</p>
        <p className={classes.label}>{t('sessions.login.userName')}</p>
        <span className={classes.field} />
        <p className={classes.label}>
          {t('sessions.login.password')}
          <span className={classes.link}>{t('sessions.login.forgot')}</span>
        </p>
        <span className={classes.field} />
        <span className={classes.act}>{t('sessions.login.submit')}</span>
      </div>
      {logo && (
        <p className={classes.powered}>
          {t('sessions.login.poweredBy')} <b>Storeward</b>
        </p>
      )}
    </div>
  );
}

function BackgroundVideo({ tinted }: { tinted: boolean }) {
  const reducedMotion = useReducedMotion();
  return (
    <>
      <video key={String(reducedMotion)} src={film} autoPlay={!reducedMotion} muted loop playsInline tabIndex={-1} />
      {tinted && <span className={classes.tint} />}
    </>
  );
}
