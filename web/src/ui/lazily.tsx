import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

type Found<P> = { readonly Part?: ComponentType<P> | undefined; readonly fault?: Error };

/**
 * A part of the portal whose file comes when it is first drawn. React's own way holds whatever had to wait back for 300 ms,
 * though its file be there after one, and takes all around it away meanwhile; here only the part itself waits, and no longer
 * than its file does.
 */
export function lazily<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Waiting?: ComponentType,
): (props: P) => ReactNode {
  let known: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [{ Part, fault }, setFound] = useState<Found<P>>({ Part: known });

    useLayoutEffect(() => {
      if (Part) return undefined;
      let isHere = true;
      const settle = (found: Found<P>) => isHere && setFound(found);
      const fetchPart = async () => {
        // another one of the same may have brought it since this one was drawn
        known ??= await load();
        settle({ Part: known });
      };
      void fetchPart().catch((error: unknown) => settle({ fault: error as Error }));
      return () => {
        isHere = false;
      };
    }, [Part]);

    // told by whatever tells of failed screens
    if (fault) throw fault;
    if (Part) return <Part {...props} />;
    return Waiting ? <Waiting /> : null;
  };
}
