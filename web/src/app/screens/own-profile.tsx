import { OwnPasswordForm } from '../../passwords/own-password-form.tsx';
import { currentImpersonation } from '../../platform/session/impersonation-state.ts';
import { OpenSessionList } from '../../sessions/open-session-list.tsx';
import { SignInList } from '../../sessions/sign-in-list.tsx';
import { ProfilePage } from '../../users/profile/profile-page.tsx';

/** The user's own profile with password, open sessions and sign-in history. */
export function OwnProfile() {
  // An impersonator does not see the password form and the sessions.
  if (currentImpersonation()) return <ProfilePage />;
  return (
    <ProfilePage>
      <OwnPasswordForm />
      <OpenSessionList />
      <SignInList />
    </ProfilePage>
  );
}
