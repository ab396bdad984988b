import { type Theme, defaultTheme } from '@storeward/contract/settings/theme';

/** The theme that a sign-in page wears: one without any logo is not ready to be shown, so the usual one is. */
export const wornAtSignIn = (theme: Theme): Theme => (theme.logoURL || theme.logoURLPortrait ? theme : defaultTheme);

/** A portal's own pictures behind its sign-in box, for a wide and for a tall window. */
export type OwnPictures = { readonly landscape: string; readonly portrait: string };

/** The pictures behind the box: only where they are wanted and both are there; everywhere else the film runs. */
export function ownPictures({ backgroundImage }: Pick<Theme, 'backgroundImage'>): OwnPictures | undefined {
  const { status, landscapeImage: landscape, portraitImage: portrait } = backgroundImage;
  return status && landscape && portrait ? { landscape, portrait } : undefined;
}

/** Whether a portal's colour is the one that the film was shot in; any other is laid over it. */
export function isFilmsColour({ primaryColour }: Pick<Theme, 'primaryColour'>): boolean {
  return primaryColour.toLowerCase() === defaultTheme.primaryColour.toLowerCase();
}
