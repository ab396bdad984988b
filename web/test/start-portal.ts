import { loadPortalPhrases } from '../src/platform/text/catalogues.ts';
import { initLanguage } from '../src/platform/text/i18n.ts';
import { type RecordedRequest, startMockServer } from './mock-server.ts';

/** Sets up a desktop viewport, English phrases and the mock server. Returns the recorded requests. */
export async function startPortal(): Promise<RecordedRequest[]> {
  window.happyDOM?.setViewport({ width: 1440 });
  await initLanguage(loadPortalPhrases);
  return startMockServer();
}
