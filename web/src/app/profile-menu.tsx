import { Popover, SegmentedControl, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../platform/i18n.ts';
import { type SchemeChoice, useScheme } from '../platform/scheme.ts';
import { may, signOut, useSession } from '../platform/session.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import { Permit } from '../ui/permit.tsx';
import { ActingRole } from './acting-role.tsx';
import { OwnAvatar, OwnPerson } from './own-person.tsx';
import classes from './profile-menu.module.css';

/** Who is signed in, light or dark, and the way out. */
export function ProfileMenu() {
  const t = useT();
  const [scheme, setScheme] = useScheme();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const schemes = [
    { value: 'light', label: t('app.header.light') },
    { value: 'dark', label: t('app.header.dark') },
    { value: 'auto', label: t('app.header.auto') },
  ];
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width={312}
      trapFocus
      returnFocus
      shadow="xl"
      radius="lg"
      offset={4}
    >
      <Popover.Target>
        <UnstyledButton className={classes.target} onClick={() => setOpen(!open)}>
          <span className="visually-hidden">{t('app.header.profile')}</span>
          <OwnAvatar />
          <Icon name="chevron-down" size={14} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.sheet ?? ''} aria-label={t('app.header.profile')}>
        <div className={classes.me}>
          <OwnPerson size={40} greeting={t('app.header.welcome')} />
        </div>
        <ActingRole />
        <div className={classes.part}>
          <Permit any={['VIEW_PROFILE']}>
            <UnstyledButton component={Link} href="/profile" className={classes.line} data-action onClick={close}>
              <Icon name="user" />
              {t('app.title.profile')}
            </UnstyledButton>
          </Permit>
          <OwnOrganisation onFollow={close} />
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

/** The way to one's own organisation, from its top or, where the role says so, from below. */
function OwnOrganisation({ onFollow }: { onFollow: () => void }) {
  const t = useT();
  const { user, level } = useSession();
  const told = level === 'ORGANIZATION' || (level !== 'GLOBAL' && may(['ACCESS_ORGANISATION_LEVEL']));
  if (!user?.organizationId || !told || !may(['VIEW_ORGANISATION'])) return null;
  return (
    <UnstyledButton
      component={Link}
      href={`/organisation/${user.organizationId}/view`}
      className={classes.line}
      data-action
      onClick={onFollow}
    >
      <Icon name="building" />
      {t('app.menu.organisation')}
    </UnstyledButton>
  );
}
