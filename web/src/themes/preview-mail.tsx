import { Box } from '@mantine/core';
import type { Theme } from '@storeward/contract/settings/sections/theme';
import { useT } from '../platform/text/i18n.ts';
import classes from './preview-mail.module.css';

/** A sample mail with the theme applied. */
export function PreviewMail({ theme }: { theme: Theme }) {
  const t = useT();
  return (
    <div className={classes.canvas}>
      <div className={classes.sheet}>
        {theme.logoURL ? (
          <img className={classes.logo} src={theme.logoURL} alt="" />
        ) : (
          <b className={classes.brand}>Storeward</b>
        )}
        <h3 className={classes.title}>{t('themes.preview.mailTitle')}</h3>
        <p>{t('themes.preview.mailLead')}</p>
        <span className={classes.button}>{t('themes.preview.mailButton')}</span>
        <Box component="p" mb={0} c="var(--text-muted)">
          {t('themes.preview.mailCopy')}
        </Box>
        <Box component="p" c="var(--primary-text)">
          https://portal.example.com/resetPassword/…
        </Box>
        <p className={classes.foot}>{t('themes.preview.mailReason')}</p>
      </div>
    </div>
  );
}
