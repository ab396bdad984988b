import { useSession } from '../platform/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import classes from './current-user.module.css';

type Props = { size: 36 | 40; greeting?: string; avatarOnly?: boolean };

/** Avatar, name and role of the signed-in user, as shown in the menus. */
export function CurrentUser({ size, greeting, avatarOnly = false }: Props) {
  const { user } = useSession();
  return (
    <div className={classes.user}>
      <CurrentUserAvatar size={size} />
      {!avatarOnly && (
        <div className={classes.text}>
          {greeting && <p className={classes.muted}>{greeting}</p>}
          <p className={classes.name}>{user && `${user.firstName} ${user.lastName}`.trim()}</p>
          <p className={classes.muted}>{user?.roleName}</p>
        </div>
      )}
    </div>
  );
}

export function CurrentUserAvatar({ size = 28 }: { size?: 28 | 36 | 40 }) {
  const { user } = useSession();
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
  return <Avatar id={user?.id ?? ''} name={name} src={user?.profilePicture} size={size} />;
}
