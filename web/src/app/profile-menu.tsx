import { Popover, SegmentedControl, UnstyledButton } from '@mantine/core';
import { useT } from '../platform/i18n.ts';
import { type SchemeChoice, useScheme } from '../platform/scheme.ts';
import { signOut, useSession } from '../platform/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Icon } from '../ui/icon.tsx';
import classes from './profile-menu.module.css';

/** Who is signed in, light or dark, and the way out. */
export function ProfileMenu() {
  const t = useT();
  const { user } = useSession();
  const [scheme, setScheme] = useScheme();
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
  const schemes = [
    { value: 'light', label: t('app.header.light') },
    { value: 'dark', label: t('app.header.dark') },
    { value: 'auto', label: t('app.header.auto') },
  ];
  return (
    <Popover position="bottom-end" width={312} trapFocus returnFocus shadow="xl" radius="lg" offset={4}>
      <Popover.Target>
        <UnstyledButton className={classes.target}>
          <span className="visually-hidden">{t('app.header.profile')}</span>
          <Avatar name={name} src={user?.profilePicture} />
          <Icon name="chevron-down" size={14} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.sheet ?? ''} aria-label={t('app.header.profile')}>
        <div className={classes.me}>
          <Avatar name={name} src={user?.profilePicture} size={40} />
          <div className={classes.words}>
            <p className={classes.quiet}>{t('app.header.welcome')}</p>
            <p className={classes.name}>{name}</p>
            <p className={classes.quiet}>{user?.roleName}</p>
          </div>
        </div>
        <div className={classes.part}>
          <div className={classes.line}>
            <Icon name="sun" />
            <span className={classes.grow}>{t('app.header.appearance')}</span>
            <SegmentedControl
              size="xs"
              aria-label={t('app.header.appearance')}
              data={schemes}
              value={scheme}
              onChange={(choice) => setScheme(choice as SchemeChoice)}
            />
          </div>
        </div>
        <div className={classes.part}>
          <UnstyledButton className={classes.line} data-action onClick={() => void signOut()}>
            <Icon name="power" />
            {t('app.header.logout')}
          </UnstyledButton>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
