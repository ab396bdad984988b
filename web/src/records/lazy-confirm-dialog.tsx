import { lazyComponent } from '../ui/lazy-component.tsx';

/** The confirmation dialog, loaded when it first opens: for screens that seldom show it. */
export const LazyConfirmDialog = lazyComponent(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);
