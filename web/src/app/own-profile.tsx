import { OwnPasswordForm } from '../passwords/own-password-form.tsx';
import { seen } from '../platform/seen.ts';
import { OpenSessionList } from '../sessions/open-session-list.tsx';
import { SignInList } from '../sessions/sign-in-list.tsx';
import { ProfilePage } from '../users/profile-page.tsx';

/** Everything about oneself on one page: the profile, the password, open sessions and past sign-ins. */
export function OwnProfile() {
  // what follows is shown to nobody but its owner
  if (seen()) return <ProfilePage />;
  return (
    <ProfilePage>
      <OwnPasswordForm />
      <OpenSessionList />
      <SignInList />
    </ProfilePage>
  );
}
