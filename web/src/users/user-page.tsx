import { Button } from '@mantine/core';
import type { User, UserId } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../platform/api/api.ts';
import { errorMessage, useT } from '../platform/text/i18n.ts';
import { lastListUrl } from '../platform/list-preferences.ts';
import { hasPermission } from '../platform/session/session.ts';
import { LoadError, errorShownByScreen } from '../records/load-error.tsx';
import { Avatar } from '../ui/image/avatar.tsx';
import { Link, useNavigateTo, type ScreenAddress } from '../ui/page/link.tsx';
import { Page, PageAlert, PageBody } from '../ui/page/page.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { FormSkeleton, useDelayed } from '../ui/page/skeleton.tsx';
import { NotFoundState } from '../ui/page/states.tsx';
import { userQuery } from './queries.ts';
import { UserStatus } from './list/user-columns.tsx';
import { ImpersonationDialog } from './impersonation-dialog.tsx';
import { canImpersonate } from './impersonation-target.ts';
import { UserDeleteDialog } from './user-delete-dialog.tsx';
import { UserForm } from './user-form.tsx';
import { UserMailMenu } from './user-mail-menu.tsx';
import { userEditPath, fullName, userViewPath } from './user-names.ts';
import { type StatusChange, statusChanges, UserStatusDialog } from './user-status-dialog.tsx';
import { UserView } from './user-view.tsx';

type Mode = 'view' | 'edit';

/** Page of one user in view or edit mode; `extraSections` are added to the view. */
export function UserPage({ id, mode, extraSections }: { id: UserId; mode: Mode; extraSections?: ReactNode }) {
  const t = useT();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...userQuery(id),
    meta: errorShownByScreen,
  });
  // Forms wait for a fresh fetch instead of starting from cached data.
  const user = mode === 'edit' && isFetching && !isFetchedAfterMount ? undefined : data;
  const showSkeleton = useDelayed(!user && !error);

  useEffect(() => {
    const screen = t(mode === 'view' ? 'app.title.userView' : 'app.title.userEdit');
    if (user) document.title = `${fullName(user)} · ${screen}`;
  }, [user, mode, t]);

  if (user) return <LoadedUser user={user} mode={mode} extraSections={extraSections} />;
  if (error) {
    return (
      <Page>
        <PageHeader title={t('users.page.user')} />
        <PageBody>
          <UserLoadError error={error} onRetry={() => void refetch()} />
        </PageBody>
      </Page>
    );
  }
  return <Page>{showSkeleton && <FormSkeleton sections={3} />}</Page>;
}

function LoadedUser({ user, mode, extraSections }: { user: User; mode: Mode; extraSections: ReactNode }) {
  const t = useT();
  return (
    <Page>
      <Header user={user} mode={mode} />
      {mode === 'edit' && !user.can.edit && (
        <PageAlert icon="lock" title={t('users.edit.notAllowed')}>
          {errorMessage('user.beyondYourOwn')}
        </PageAlert>
      )}
      {mode === 'edit' && user.can.edit ? (
        <UserForm key={user.id} user={user} />
      ) : (
        <UserView user={user} extraSections={extraSections} />
      )}
    </Page>
  );
}

function Header({ user, mode }: { user: User; mode: Mode }) {
  const t = useT();
  const actions =
    mode === 'view' ? (
      <>
        {canImpersonate(user) && <ImpersonateButton user={user} />}
        <UserMailMenu user={user} />
        <StatusButtons user={user} />
        {user.can.delete && <DeleteButton user={user} />}
        {user.can.edit && <LinkButton href={userEditPath(user)} label={t('ui.action.edit')} primary />}
      </>
    ) : (
      user.can.view && <LinkButton href={userViewPath(user)} label={t('users.action.view')} />
    );
  const listCrumb = {
    label: t('users.list.title'),
    ...(hasPermission(['LIST_USERS']) && { href: lastListUrl('/users') }),
  };
  return (
    <PageHeader
      media={<Avatar id={user.id} name={fullName(user)} src={user.profilePicture} size={40} />}
      title={fullName(user)}
      status={<UserStatus user={user} />}
      crumbs={[listCrumb, { label: fullName(user) }]}
      crumbsLabel={t('users.page.crumbs')}
      actions={actions}
    />
  );
}

function StatusButtons({ user }: { user: User }) {
  const t = useT();
  const [change, setChange] = useState<StatusChange>();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {statusChanges(user).map((option) => (
        <Button
          key={option}
          variant="default"
          onClick={() => {
            setChange(option);
            setOpen(true);
          }}
        >
          {t(`users.action.${option}`)}
        </Button>
      ))}
      {change && <UserStatusDialog user={user} change={change} opened={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}

function ImpersonateButton({ user }: { user: User }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('users.impersonation.open')}
      </Button>
      {isOpen && <ImpersonationDialog user={user} onClose={() => setOpen(false)} />}
    </>
  );
}

function DeleteButton({ user }: { user: User }) {
  const t = useT();
  const navigate = useNavigateTo();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('users.action.delete')}
      </Button>
      <UserDeleteDialog
        user={user}
        opened={isOpen}
        onClose={() => setOpen(false)}
        onDeleted={() => navigate(hasPermission(['LIST_USERS']) ? lastListUrl('/users') : '/dashboard')}
      />
    </>
  );
}

function LinkButton({ href, label, primary = false }: { href: ScreenAddress; label: string; primary?: boolean }) {
  return (
    <Button component={Link} href={href} variant={primary ? 'filled' : 'default'}>
      {label}
    </Button>
  );
}

/** Not found and out of scope look the same, as in the API. */
function UserLoadError({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useT();
  const code = error instanceof ApiError ? error.code : 'unknown';
  if (code === 'user.unknown' || code === 'input.invalid') {
    const toList = hasPermission(['LIST_USERS']) && (
      <LinkButton href={lastListUrl('/users')} label={t('users.page.toList')} primary />
    );
    return <NotFoundState title={t('users.page.notFound')} text={errorMessage('user.unknown')} actions={toList} />;
  }
  return <LoadError title={t('users.page.failed')} error={error} onRetry={onRetry} />;
}
