import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';
import '../dialog/opener.ts';

type LoadState<P> = { readonly Component?: ComponentType<P> | undefined; readonly error?: Error };

/**
 * Like `React.lazy`, but without Suspense: Suspense delays revealing content by up to 300 ms and replaces the
 * surrounding tree by its fallback. Here only this component waits, and only until its module has loaded. Mantine loads
 * no code.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  Fallback?: ComponentType,
): (props: P) => ReactNode {
  let loaded: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [{ Component, error: loadError }, setLoadState] = useState<LoadState<P>>({ Component: loaded });

    useLayoutEffect(() => {
      if (Component) return undefined;
      let isMounted = true;
      const settle = (state: LoadState<P>) => isMounted && setLoadState(state);
      const loadComponent = async () => {
        // another instance may have loaded it since this one rendered
        loaded ??= await load();
        settle({ Component: loaded });
      };
      void loadComponent().catch((error: unknown) => settle({ error: error as Error }));
      return () => {
        isMounted = false;
      };
    }, [Component]);

    // handled by the nearest error boundary
    if (loadError) throw loadError;
    if (Component) return <Component {...props} />;
    return Fallback ? <Fallback /> : null;
  };
}
