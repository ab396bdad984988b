import { useEffect, useState } from 'react';
import { withAllPhrases } from '../../platform/text/i18n.ts';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { showPalette, usePaletteView } from './palette-state.ts';

// Their phrases are not those of the first screens, and settings are found by name.
const Palette = lazyComponent(withAllPhrases(async () => (await import('./palette.tsx')).Palette));
const ShortcutsDialog = lazyComponent(
  withAllPhrases(async () => (await import('./shortcuts-dialog.tsx')).ShortcutsDialog),
);

/** The palette and the list of shortcuts above every screen, loaded when first opened. */
export function PaletteHost() {
  const view = usePaletteView();
  const [loaded, setLoaded] = useState<ReadonlySet<string>>(new Set());
  const close = () => showPalette('closed');

  useEffect(() => {
    setLoaded((before) => (before.has(view) ? before : new Set([...before, view])));
  }, [view]);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // another dialog stays on top
      if (!document.querySelector('[aria-modal="true"]')) showPalette('search');
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return (
    <>
      {loaded.has('search') && <Palette opened={view === 'search'} onClose={close} />}
      {loaded.has('shortcuts') && <ShortcutsDialog opened={view === 'shortcuts'} onClose={close} />}
    </>
  );
}
