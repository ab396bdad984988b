import { createContext, useContext } from 'react';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';

type Navigate = (href: string) => void;

const NavigateContext = createContext<Navigate | undefined>(undefined);

/** Tells every link inside it how to open an address without loading a new page. */
export function NavigateProvider({ navigate, children }: { navigate: Navigate; children: ReactNode }) {
  return <NavigateContext value={navigate}>{children}</NavigateContext>;
}

/** Opens an address, within the app where it says how. */
export function useNavigateTo(): Navigate {
  return useContext(NavigateContext) ?? ((href) => window.location.assign(href));
}

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & { href: string };

/** A link: a plain click stays in the app, every other click is left to the browser. */
export function Link({ href, onClick, children, ...rest }: Props) {
  const navigate = useContext(NavigateContext);

  function follow(event: MouseEvent<HTMLAnchorElement>) {
    onClick?.(event);
    const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
    if (!navigate || !plain || event.defaultPrevented || rest.target) return;
    event.preventDefault();
    navigate(href);
  }

  return (
    <a href={href} onClick={follow} {...rest}>
      {children}
    </a>
  );
}
