import { type Theme, defaultTheme } from '@storeward/contract/settings/sections/theme';

/** The theme for sign-in pages: one without any logo is incomplete, so the default theme is used. */
export const signInTheme = (theme: Theme): Theme => (theme.logoURL || theme.logoURLPortrait ? theme : defaultTheme);

/** Background images of a sign-in page, for wide and for tall windows. */
export type BackgroundImages = { readonly landscape: string; readonly portrait: string };

/** The theme's background images if they are enabled and both are set; otherwise the video is shown. */
export function backgroundImages({ backgroundImage }: Pick<Theme, 'backgroundImage'>): BackgroundImages | undefined {
  const { status, landscapeImage: landscape, portraitImage: portrait } = backgroundImage;
  return status && landscape && portrait ? { landscape, portrait } : undefined;
}

/** Whether the theme has the colour of the video; any other colour is laid over the video. */
export function isVideoColour({ primaryColour }: Pick<Theme, 'primaryColour'>): boolean {
  return primaryColour.toLowerCase() === defaultTheme.primaryColour.toLowerCase();
}
