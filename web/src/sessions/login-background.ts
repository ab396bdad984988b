import type { Theme } from '@storeward/contract/settings/theme';
import { t } from '../platform/i18n.ts';
import film from '../platform/login-film.webm';
import { isFilmsColour, type OwnPictures, ownPictures } from '../platform/sign-in-scene.ts';

/** Shows what lies behind the box: the portal's own picture for a wide or a tall window, else the film of the town. */
export function showBackground(scene: HTMLElement, still: HTMLButtonElement, theme: Theme): void {
  const own = ownPictures(theme);
  const shown = own ? `${own.landscape} ${own.portrait}` : theme.primaryColour;
  if (scene.dataset['shown'] === shown) return;
  scene.dataset['shown'] = shown;
  scene.replaceChildren(...(own ? [picture(own)] : filmIn(theme, still)));
  if (own) Object.assign(still, { hidden: true });
}

function picture({ landscape, portrait }: OwnPictures): HTMLPictureElement {
  const frame = document.createElement('picture');
  const wide = document.createElement('source');
  wide.media = '(orientation: landscape)';
  wide.srcset = landscape;
  const tall = new Image();
  tall.alt = '';
  tall.src = portrait;
  frame.append(wide, tall);
  return frame;
}

/** The film, tinted unless the portal's colour is the one that it was shot in. It comes once the page itself is complete. */
function filmIn(theme: Theme, still: HTMLButtonElement): HTMLElement[] {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, loop: true, playsInline: true, disablePictureInPicture: true, preload: 'auto' });
  video.setAttribute('aria-hidden', 'true');
  video.tabIndex = -1;
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const show = () => {
    video.src = film;
    tellWhatStillDoes(video, still);
    if (!calm.matches) play(video);
  };
  if (document.readyState === 'complete') show();
  else window.addEventListener('load', show, { once: true });
  calm.addEventListener('change', () => (calm.matches ? video.pause() : play(video)));
  if (isFilmsColour(theme)) return [video];
  const tint = document.createElement('div');
  tint.className = 'tint';
  return [video, tint];
}

/** A browser that does not let films begin by themselves shows the first frame. */
function play(video: HTMLVideoElement): void {
  void video.play().catch(() => undefined);
}

/** Whoever is disturbed by what moves can stop it, and let it go on. */
function tellWhatStillDoes(video: HTMLVideoElement, still: HTMLButtonElement): void {
  const tell = () => {
    const words = still.querySelector<HTMLElement>('[data-phrase]');
    still.toggleAttribute('data-still', video.paused);
    if (!words) return;
    words.dataset['phrase'] = video.paused ? 'sessions.login.play' : 'sessions.login.pause';
    words.textContent = video.paused ? t('sessions.login.play') : t('sessions.login.pause');
  };
  for (const moment of ['play', 'pause']) video.addEventListener(moment, tell);
  video.addEventListener('loadeddata', () => Object.assign(still, { hidden: false }));
  Object.assign(still, { onclick: () => (video.paused ? play(video) : video.pause()) });
  tell();
}
