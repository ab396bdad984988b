import { Button } from '@mantine/core';
import type { User, UserId } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../platform/api.ts';
import { sayError, useT } from '../platform/i18n.ts';
import { wayBackTo } from '../platform/list-memory.ts';
import { may } from '../platform/session.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Link, useNavigateTo } from '../ui/link.tsx';
import { Page, PageAlert, PageBody } from '../ui/page.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { FormSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { NotFoundState } from '../ui/states.tsx';
import { oneUser } from './queries.ts';
import { UserStatus } from './user-columns.tsx';
import { mayBeSeenAs, SeeAsDialog } from './see-as-dialog.tsx';
import { UserDeleteDialog } from './user-delete-dialog.tsx';
import { UserForm } from './user-form.tsx';
import { editAddress, fullName, viewAddress } from './user-names.ts';
import { type StatusChange, statusChanges, UserStatusDialog } from './user-status-dialog.tsx';
import { UserView } from './user-view.tsx';

type Mode = 'view' | 'edit';

/** One user, to be read or to be changed; further subjects of the page are handed in. */
export function UserPage({ id, mode, further }: { id: string; mode: Mode; further?: ReactNode }) {
  const t = useT();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...oneUser(id as UserId),
    meta: drawnHere,
  });
  // A form starts from what is stored now, not from what was looked at a while ago.
  const user = mode === 'edit' && isFetching && !isFetchedAfterMount ? undefined : data;
  const waiting = useDelayed(!user && !error);

  useEffect(() => {
    const screen = t(mode === 'view' ? 'app.title.userView' : 'app.title.userEdit');
    if (user) document.title = `${fullName(user)} · ${screen}`;
  }, [user, mode, t]);

  if (user) return <OneUser user={user} mode={mode} further={further} />;
  if (error) {
    return (
      <Page>
        <PageHeader title={t('users.page.user')} />
        <PageBody>
          <Missing fault={error} onRetry={() => void refetch()} />
        </PageBody>
      </Page>
    );
  }
  return <Page>{waiting && <FormSkeleton sections={3} />}</Page>;
}

function OneUser({ user, mode, further }: { user: User; mode: Mode; further: ReactNode }) {
  const t = useT();
  return (
    <Page>
      <Header user={user} mode={mode} />
      {mode === 'edit' && !user.can.edit && (
        <PageAlert icon="lock" title={t('users.edit.notAllowed')}>
          {sayError('user.beyondYourOwn')}
        </PageAlert>
      )}
      {mode === 'edit' && user.can.edit ? (
        <UserForm key={user.id} user={user} />
      ) : (
        <UserView user={user} further={further} />
      )}
    </Page>
  );
}

function Header({ user, mode }: { user: User; mode: Mode }) {
  const t = useT();
  const other =
    mode === 'view' ? (
      <>
        {mayBeSeenAs(user) && <SeeAsButton user={user} />}
        <StatusButtons user={user} />
        {user.can.delete && <DeleteButton user={user} />}
        {user.can.edit && <LinkButton href={editAddress(user)} label={t('ui.action.edit')} primary />}
      </>
    ) : (
      user.can.view && <LinkButton href={viewAddress(user)} label={t('users.action.view')} />
    );
  const list = { label: t('users.list.title'), ...(may(['LIST_USERS']) && { href: wayBackTo('/users') }) };
  return (
    <PageHeader
      media={<Avatar id={user.id} name={fullName(user)} src={user.profilePicture} size={40} />}
      title={fullName(user)}
      status={<UserStatus user={user} />}
      crumbs={[list, { label: fullName(user) }]}
      crumbsLabel={t('users.page.crumbs')}
      actions={other}
    />
  );
}

/** What can be done about somebody's signing in, a button each. */
function StatusButtons({ user }: { user: User }) {
  const t = useT();
  const [change, setChange] = useState<StatusChange>();
  const [asked, setAsked] = useState(false);
  return (
    <>
      {statusChanges(user).map((one) => (
        <Button
          key={one}
          variant="default"
          onClick={() => {
            setChange(one);
            setAsked(true);
          }}
        >
          {t(`users.action.${one}`)}
        </Button>
      ))}
      {change && <UserStatusDialog user={user} change={change} opened={asked} onClose={() => setAsked(false)} />}
    </>
  );
}

function SeeAsButton({ user }: { user: User }) {
  const t = useT();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('users.seeing.open')}
      </Button>
      <SeeAsDialog user={user} opened={asked} onClose={() => setAsked(false)} />
    </>
  );
}

function DeleteButton({ user }: { user: User }) {
  const t = useT();
  const navigate = useNavigateTo();
  const [asked, setAsked] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setAsked(true)}>
        {t('users.action.delete')}
      </Button>
      <UserDeleteDialog
        user={user}
        opened={asked}
        onClose={() => setAsked(false)}
        onDeleted={() => navigate(may(['LIST_USERS']) ? wayBackTo('/users') : '/dashboard')}
      />
    </>
  );
}

function LinkButton({ href, label, primary = false }: { href: string; label: string; primary?: boolean }) {
  return (
    <Button component={Link} href={href} variant={primary ? 'filled' : 'default'}>
      {label}
    </Button>
  );
}

/** Why there is no user to be seen: absent and out of reach are told apart by nobody. */
function Missing({ fault, onRetry }: { fault: Error; onRetry: () => void }) {
  const t = useT();
  const code = fault instanceof ApiError ? fault.code : 'unknown';
  if (code === 'user.unknown' || code === 'input.invalid') {
    const toList = may(['LIST_USERS']) && (
      <LinkButton href={wayBackTo('/users')} label={t('users.page.toList')} primary />
    );
    return <NotFoundState title={t('users.page.notFound')} text={sayError('user.unknown')} actions={toList} />;
  }
  return <LoadFailure title={t('users.page.failed')} fault={fault} onRetry={onRetry} />;
}
