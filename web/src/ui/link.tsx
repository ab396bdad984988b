import { createContext, useContext, useMemo } from 'react';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';

type Navigate = (href: string) => void;
type Ways = { navigate: Navigate; approach?: Navigate | undefined };

const NavigateContext = createContext<Ways | undefined>(undefined);

/** Tells every link inside it how to open an address without loading a new page, and how to get ready for one that the reader is about to open. */
export function NavigateProvider({ navigate, approach, children }: Ways & { children: ReactNode }) {
  const ways = useMemo(() => ({ navigate, approach }), [navigate, approach]);
  return <NavigateContext value={ways}>{children}</NavigateContext>;
}

/** Opens an address, within the app where it says how. */
export function useNavigateTo(): Navigate {
  return useContext(NavigateContext)?.navigate ?? ((href) => window.location.assign(href));
}

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { href: string };

/** A link: a plain click stays in the app, every other click is left to the browser. */
export function Link({ href, onClick, children, ...rest }: Props) {
  const { navigate, approach } = useContext(NavigateContext) ?? {};
  const getReady = approach && (() => approach(href));

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!navigate || !plain || event.defaultPrevented || rest.target) return;
    event.preventDefault();
    navigate(href);
  }

  return (
    <a href={href} onClick={follow} onPointerEnter={getReady} onFocus={getReady} {...rest}>
      {children}
    </a>
  );
}
