import type { Theme } from '@storeward/contract/themes';
import { Suspense, lazy } from 'react';
import classes from './login-background.module.css';

const TownScene = lazy(() => import('../ui/town-scene.tsx').then(({ TownScene }) => ({ default: TownScene })));

/** What lies behind the sign-in box: the portal's own picture for a wide or a tall window, else the town. */
export function LoginBackground({ theme }: { theme: Theme }) {
  const { status, landscapeImage, portraitImage } = theme.backgroundImage;
  if (status && landscapeImage && portraitImage) {
    return (
      <picture className={classes.background}>
        <source media="(orientation: landscape)" srcSet={landscapeImage} />
        <img src={portraitImage} alt="" />
      </picture>
    );
  }
  return (
    <div className={classes.background}>
      <Suspense>
        <TownScene colour={theme.primaryColour} />
      </Suspense>
    </div>
  );
}
