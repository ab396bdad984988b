import { createContext, useContext, useMemo } from 'react';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import type { RegisteredRouter } from '@tanstack/react-router';

type AddressOf<Path extends string> = Path extends `${infer Start}/$${infer End}`
  ? End extends `${string}/${infer Rest}`
    ? `${Start}/${string}/${AddressOf<Rest>}`
    : `${Start}/${string}`
  : Path;

type Address = AddressOf<keyof RegisteredRouter['routesByPath']>;

/** The address of a screen by the router's paths, with its ids and an optional slash or query: `/user/$id/view` is `/user/${string}/view`. */
export type ScreenAddress = Address | `${Address}/` | `${Address}?${string}`;

type Navigate = (href: ScreenAddress) => void;
type NavigationHandlers = { navigate: Navigate; prefetch?: Navigate | undefined };

const NavigateContext = createContext<NavigationHandlers | undefined>(undefined);

/** Provides client-side navigation, and prefetching on hover or focus, to the links inside. */
export function NavigateProvider({ navigate, prefetch, children }: NavigationHandlers & { children: ReactNode }) {
  const handlers = useMemo(() => ({ navigate, prefetch }), [navigate, prefetch]);
  return <NavigateContext value={handlers}>{children}</NavigateContext>;
}

/** Returns the navigation function; falls back to a full page load without a provider. */
export function useNavigateTo(): Navigate {
  return useContext(NavigateContext)?.navigate ?? ((href) => window.location.assign(href));
}

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { href: ScreenAddress };

/** Anchor with client-side navigation for plain clicks, which Mantine's Anchor lacks; modified clicks are left to the browser. */
export function Link({ href, onClick, children, ...rest }: Props) {
  const { navigate, prefetch } = useContext(NavigateContext) ?? {};
  const prefetchTarget = prefetch && (() => prefetch(href));

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!navigate || !plain || event.defaultPrevented || rest.target) return;
    event.preventDefault();
    navigate(href);
  }

  return (
    <a href={href} onClick={handleClick} onPointerEnter={prefetchTarget} onFocus={prefetchTarget} {...rest}>
      {children}
    </a>
  );
}
