import type { UserId } from '@storeward/contract/users';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { LoadFailure, drawnHere } from '../screens/load-failure.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Page, PageBody } from '../ui/page.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { FormSkeleton, useDelayed } from '../ui/skeleton.tsx';
import { ProfileForm } from './profile-form.tsx';
import { ownProfile } from './queries.ts';
import { fullName } from './user-names.ts';

/** The reader's own profile; further subjects of the page are handed in. */
export function ProfilePage({ children }: { children?: ReactNode }) {
  const { user } = useSession();
  return user && <OwnProfile id={user.id}>{children}</OwnProfile>;
}

function OwnProfile({ id, children }: { id: UserId; children: ReactNode }) {
  const t = useT();
  const { data, error, refetch, isFetching, isFetchedAfterMount } = useQuery({ ...ownProfile(id), meta: drawnHere });
  // A form starts from what is stored now, not from what was looked at a while ago.
  const user = isFetching && !isFetchedAfterMount ? undefined : data;
  const waiting = useDelayed(!user && !error);
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
          <LoadFailure title={t('profile.failed')} fault={error} onRetry={() => void refetch()} />
        </PageBody>
      ) : (
        waiting && <FormSkeleton sections={4} />
      )}
    </Page>
  );
}
