import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { useT } from '../platform/text/i18n.ts';
import { Icon } from '../ui/icon.tsx';
import { mailIcons, type MailUser, type UserMail, UserMailDialog, userMails } from './user-mail-dialog.tsx';

/** Menu of the mails by which a user gets a password; not rendered without any. */
export function UserMailMenu({ user }: { user: MailUser }) {
  const t = useT();
  const [mail, setMail] = useState<UserMail>();
  const [isOpen, setOpen] = useState(false);
  const mails = userMails(user);
  if (mails.length === 0) return null;
  return (
    <>
      <Menu withinPortal>
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="chevron-down" size={16} />}>
            {t('users.field.password')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {mails.map((option) => (
            <Menu.Item
              key={option}
              leftSection={<Icon name={mailIcons[option]} />}
              onClick={() => {
                setMail(option);
                setOpen(true);
              }}
            >
              {t(`users.action.${option}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {mail && <UserMailDialog user={user} mail={mail} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
