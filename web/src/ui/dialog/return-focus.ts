import { useEffect, useState } from 'react';

/** Returns the focus to its previous element when a dialog that is mounted only while open is removed. */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
