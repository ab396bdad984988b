import type { UserId } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import { LoadError, errorShownByScreen } from '../../records/load-error.tsx';
import { Avatar } from '../../ui/image/avatar.tsx';
import { Page, PageBody } from '../../ui/page/page.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { FormSkeleton, useDelayed } from '../../ui/page/skeleton.tsx';
import { ProfileForm } from './profile-form.tsx';
import { profileQuery } from '../queries.ts';
import { fullName } from '../user-names.ts';

/** The user's own profile page; `children` are additional sections. */
export function ProfilePage({ children }: { children?: ReactNode }) {
  const { user } = useSession();
  return user && <OwnProfile id={user.id}>{children}</OwnProfile>;
}

function OwnProfile({ id, children }: { id: UserId; children: ReactNode }) {
  const t = useT();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({
    ...profileQuery(id),
    meta: errorShownByScreen,
  });
  // Forms wait for a fresh fetch instead of starting from cached data.
  const user = isFetching && !isFetchedAfterMount ? undefined : data;
  const showSkeleton = useDelayed(!user && !error);
  return (
    <Page>
      <PageHeader
        title={t('app.title.profile')}
        {...(user && {
          media: <Avatar id={user.id} name={fullName(user)} src={user.profilePicture} size={40} />,
          description: fullName(user),
        })}
      />
      {user ? (
        <ProfileForm user={user}>{children}</ProfileForm>
      ) : error ? (
        <PageBody>
          <LoadError title={t('profile.failed')} error={error} onRetry={() => void refetch()} />
        </PageBody>
      ) : (
        showSkeleton && <FormSkeleton sections={4} />
      )}
    </Page>
  );
}
