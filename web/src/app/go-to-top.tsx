import { useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { useT } from '../platform/i18n.ts';
import { IconButton } from '../ui/icon-button.tsx';
import classes from './go-to-top.module.css';

/** How far something has to be scrolled before the way back is offered, in pixels. */
const threshold = 20;

/** The way back up, once whatever scrolls inside the sheet has been scrolled. */
export function GoToTop({ sheet }: { sheet: RefObject<HTMLElement | null> }) {
  const t = useT();
  const [scrolled, setScrolled] = useState<HTMLElement>();

  useEffect(() => {
    const frame = sheet.current;
    const follow = ({ target }: Event) => {
      // Small boxes that scroll by themselves, such as a long field, are not the page.
      if (!frame || !(target instanceof HTMLElement) || target.clientHeight < frame.clientHeight / 2) return;
      setScrolled(target.scrollTop >= threshold ? target : undefined);
    };
    frame?.addEventListener('scroll', follow, { capture: true, passive: true });
    return () => frame?.removeEventListener('scroll', follow, { capture: true });
  }, [sheet]);

  // What was scrolled is gone once another screen is shown.
  if (!scrolled?.isConnected) return null;
  return (
    <div className={classes.place}>
      <IconButton
        icon="arrow-up"
        label={t('app.shell.goToTop')}
        onClick={() => scrolled.scrollTo({ top: 0, behavior: 'smooth' })}
      />
    </div>
  );
}
