import { loadPortalPhrases } from '../src/platform/catalogues.ts';
import { startSpeaking } from '../src/platform/i18n.ts';
import { type Heard, startServer } from './answer.ts';

/** Puts the portal on a desk, in English, before a server that answers what is planned. Hands out what it has heard. */
export async function startPortal(): Promise<Heard[]> {
  window.happyDOM?.setViewport({ width: 1440 });
  await startSpeaking(loadPortalPhrases);
  return startServer();
}
