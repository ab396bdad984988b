import { useSession } from '../platform/session.ts';
import { Avatar } from '../ui/avatar.tsx';
import classes from './own-person.module.css';

type Props = { size: 36 | 40; greeting?: string; pictureOnly?: boolean };

/** Whoever is signed in: picture, name and role, as the menus show them. */
export function OwnPerson({ size, greeting, pictureOnly = false }: Props) {
  const { user } = useSession();
  return (
    <div className={classes.person}>
      <OwnAvatar size={size} />
      {!pictureOnly && (
        <div className={classes.words}>
          {greeting && <p className={classes.quiet}>{greeting}</p>}
          <p className={classes.name}>{user && `${user.firstName} ${user.lastName}`.trim()}</p>
          <p className={classes.quiet}>{user?.roleName}</p>
        </div>
      )}
    </div>
  );
}

/** The picture of whoever is signed in. */
export function OwnAvatar({ size = 28 }: { size?: 28 | 36 | 40 }) {
  const { user } = useSession();
  const name = `${user?.firstName ?? ''} ${user?.lastName ?? ''}`.trim();
  return <Avatar id={user?.id ?? ''} name={name} src={user?.profilePicture} size={size} />;
}
