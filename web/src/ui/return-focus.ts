import { useEffect, useState } from 'react';

/** Returns the focus to where it was, once a dialog that exists only while it is open is gone. */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
