import { Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { CurrentUserAvatar } from './current-user.tsx';
import classes from './profile-menu.module.css';

const ProfileSheet = lazyComponent(async () => (await import('./profile-sheet.tsx')).ProfileSheet);

export function ProfileMenu() {
  const t = useT();
  const [open, setOpen] = useState(false);
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
          <CurrentUserAvatar />
          <Icon name="chevron-down" size={14} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label={t('app.header.profile')}>
        <ProfileSheet onClose={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
