import type { Theme } from '@storeward/contract/settings/sections/theme';
import { t } from '../platform/text/i18n.ts';
import loginVideo from '../platform/theme/login-video.webm';
import { isVideoColour, type BackgroundImages, backgroundImages } from '../platform/theme/sign-in-background.ts';

/** Shows the background: the portal's own images for landscape and portrait windows, else the default video. */
export function showBackground(scene: HTMLElement, pauseButton: HTMLButtonElement, theme: Theme): void {
  const ownImages = backgroundImages(theme);
  const backgroundKey = ownImages ? `${ownImages.landscape} ${ownImages.portrait}` : theme.primaryColour;
  if (scene.dataset['background'] === backgroundKey) return;
  scene.dataset['background'] = backgroundKey;
  scene.replaceChildren(...(ownImages ? [createPicture(ownImages)] : createVideo(theme, pauseButton)));
  if (ownImages) Object.assign(pauseButton, { hidden: true });
}

function createPicture({ landscape, portrait }: BackgroundImages): HTMLPictureElement {
  const pictureElement = document.createElement('picture');
  const landscapeSource = document.createElement('source');
  landscapeSource.media = '(orientation: landscape)';
  landscapeSource.srcset = landscape;
  const portraitImage = new Image();
  portraitImage.alt = '';
  portraitImage.src = portrait;
  pictureElement.append(landscapeSource, portraitImage);
  return pictureElement;
}

/** Default video, tinted unless the theme has the video's own colour. Loading starts after the page's load event. */
function createVideo(theme: Theme, pauseButton: HTMLButtonElement): HTMLElement[] {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, loop: true, playsInline: true, disablePictureInPicture: true, preload: 'auto' });
  video.setAttribute('aria-hidden', 'true');
  video.tabIndex = -1;
  const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
  const startLoading = () => {
    video.src = loginVideo;
    bindPauseButton(video, pauseButton);
    if (!reducedMotion.matches) play(video);
  };
  if (document.readyState === 'complete') startLoading();
  else window.addEventListener('load', startLoading, { once: true });
  reducedMotion.addEventListener('change', () => (reducedMotion.matches ? video.pause() : play(video)));
  if (isVideoColour(theme)) return [video];
  const tint = document.createElement('div');
  tint.className = 'tint';
  return [video, tint];
}

/** If autoplay is blocked, the first frame stays visible. */
function play(video: HTMLVideoElement): void {
  void video.play().catch(() => undefined);
}

/** Lets users pause and resume the video (WCAG 2.2.2). */
function bindPauseButton(video: HTMLVideoElement, pauseButton: HTMLButtonElement): void {
  const updateLabel = () => {
    const label = pauseButton.querySelector<HTMLElement>('[data-phrase]');
    pauseButton.toggleAttribute('data-paused', video.paused);
    if (!label) return;
    label.dataset['phrase'] = video.paused ? 'sessions.login.play' : 'sessions.login.pause';
    label.textContent = video.paused ? t('sessions.login.play') : t('sessions.login.pause');
  };
  for (const eventName of ['play', 'pause']) video.addEventListener(eventName, updateLabel);
  video.addEventListener('loadeddata', () => Object.assign(pauseButton, { hidden: false }));
  Object.assign(pauseButton, { onclick: () => (video.paused ? play(video) : video.pause()) });
  updateLabel();
}
