import { lazyComponent } from '../ui/page/lazy-component.tsx';

/** A confirmation that is loaded when it first opens; for screens that rarely need it. */
export const LazyPhraseConfirm = lazyComponent(async () => (await import('./phrase-confirm.tsx')).PhraseConfirm);
