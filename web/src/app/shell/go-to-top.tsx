import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import classes from './go-to-top.module.css';

/** Pixels to scroll before the button appears. */
const goToTopThreshold = 20;

/** A button that scrolls back to the top of the element that scrolls inside `container`. */
export function GoToTop({ container }: { container: RefObject<HTMLElement | null> }) {
  const t = useT();
  const [scrolled, setScrolled] = useState<HTMLElement>();

  useEffect(() => {
    const element = container.current;
    const onScroll = ({ target }: Event) => {
      // Small scrollable elements, such as a text area, are ignored.
      if (!element || !(target instanceof HTMLElement) || target.clientHeight < element.clientHeight / 4) return;
      setScrolled(target.scrollTop >= goToTopThreshold ? target : undefined);
    };
    element?.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => element?.removeEventListener('scroll', onScroll, { capture: true });
  }, [container]);

  // The scrolled element is removed when another screen is shown.
  if (!scrolled?.isConnected) return null;
  return (
    <div className={classes.button}>
      <IconButton
        icon="arrow-up"
        label={t('app.shell.goToTop')}
        onClick={() => {
          scrolled.scrollTo({ top: 0, behavior: 'smooth' });
          // the button disappears at the top
          container.current?.focus({ preventScroll: true });
        }}
      />
    </div>
  );
}
