import type { Theme } from '@storeward/contract/settings/theme';
import { useReducedMotion } from '@mantine/hooks';
import { useT } from '../platform/i18n.ts';
import film from '../platform/login-film.webm';
import { isFilmsColour, ownPictures } from '../platform/sign-in-scene.ts';
import { BrandMark } from '../ui/brand.tsx';
import { PreviewLogo } from './preview-logo.tsx';
import classes from './preview-sign-in.module.css';

/** The sign-in page as its portal would show it: the same rule for film and pictures, the same places for the box. */
export function PreviewSignIn({ theme, shape }: { theme: Theme; shape: 'landscape' | 'portrait' }) {
  const t = useT();
  const pictures = ownPictures(theme);
  const logo = theme.logoURL ?? theme.logoURLPortrait;
  return (
    <div className={classes.page}>
      <div className={classes.scene}>
        {pictures ? <img src={pictures[shape]} alt="" /> : <Film tinted={!isFilmsColour(theme)} />}
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

function Film({ tinted }: { tinted: boolean }) {
  const calm = useReducedMotion();
  return (
    <>
      <video key={String(calm)} src={film} autoPlay={!calm} muted loop playsInline tabIndex={-1} />
      {tinted && <span className={classes.tint} />}
    </>
  );
}
