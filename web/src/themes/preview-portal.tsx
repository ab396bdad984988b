import type { Theme } from '@storeward/contract/settings/theme';
import type { PhraseKey } from '../platform/i18n.ts';
import { useT } from '../platform/i18n.ts';
import { BrandMark } from '../ui/brand.tsx';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icon.tsx';
import { PreviewLogo } from './preview-logo.tsx';
import classes from './preview-portal.module.css';

const menu: readonly { icon: IconName; label: PhraseKey; current?: true }[] = [
  { icon: 'home', label: 'app.title.dashboard' },
  { icon: 'users', label: 'app.title.users', current: true },
  { icon: 'structure', label: 'app.title.hierarchy' },
  { icon: 'history', label: 'app.title.audit' },
];

const sampleUsers = [
  { name: 'Priya Raman', mail: 'priya.raman@kestrelsports.com', status: 'on' },
  { name: 'Tom Ashworth', mail: 'tom.ashworth@kestrelsports.com', status: 'on' },
  { name: 'Marie Lefèvre', mail: 'marie.lefevre@kestrelsports.com', status: 'off' },
  { name: '佐藤 健', mail: 'ken.sato@kestrelsports.com', status: 'on' },
] as const;

/** A sample portal page with the theme applied: header, menu, list, buttons, field and notices. */
export function PreviewPortal({ theme }: { theme: Theme }) {
  const t = useT();
  const logo = theme.logoURL ?? theme.logoURLPortrait;
  return (
    <div className={classes.shell}>
      <div className={classes.header}>
        {logo ? (
          <PreviewLogo src={logo} />
        ) : (
          <span className={classes.brand}>
            <BrandMark />
            Storeward
          </span>
        )}
        <span className={classes.avatar}>PR</span>
      </div>
      <div className={classes.menu}>
        {menu.map(({ icon, label, current }) => (
          <span key={label} className={classes.entry} data-here={current}>
            <Icon name={icon} />
            {t(label)}
          </span>
        ))}
      </div>
      <div className={classes.sheet}>
        <div className={classes.head}>
          <b>{t('app.title.users')}</b>
          <span className={classes.button}>{t('themes.preview.cancel')}</span>
          <span className={classes.button} data-kind="primary">
            {t('themes.preview.save')}
          </span>
        </div>
        <div className={classes.tools}>
          <span className={classes.field}>
            <Icon name="search" size={16} />
            {t('themes.preview.search')}
          </span>
          <span className={classes.chip}>{t('ui.status.enabled')}</span>
          <span className={classes.button} data-kind="disabled">
            {t('themes.preview.next')}
          </span>
        </div>
        <div className={classes.row} data-kind="head">
          <span>{t('themes.preview.name')}</span>
          <span>{t('themes.preview.email')}</span>
          <span>{t('themes.preview.status')}</span>
        </div>
        {sampleUsers.map(({ name, mail, status }, index) => (
          <div key={name} className={classes.row} data-selected={index === 1 || undefined}>
            <span className={classes.name}>{name}</span>
            <span className={classes.mail}>{mail}</span>
            <span className={classes.status} data-status={status}>
              {t(status === 'on' ? 'ui.status.enabled' : 'ui.status.disabled')}
            </span>
          </div>
        ))}
        <div className={classes.notices}>
          {(['success', 'warning', 'error'] as const).map((kind) => (
            <span key={kind} className={classes.tag} data-kind={kind}>
              <Icon name={kind === 'success' ? 'check-circle' : 'alert'} size={16} />
              {t(`ui.notify.${kind}`)}
            </span>
          ))}
          <span className={classes.link}>{t('themes.preview.link')}</span>
        </div>
        <div className={classes.bar}>
          <span className={classes.button} data-kind="danger">
            {t('themes.preview.remove')}
          </span>
        </div>
      </div>
    </div>
  );
}
