import { Tooltip, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { appSettings, rememberSettings } from '../platform/app-settings.ts';
import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import { type MenuPlace, screenAt } from '../platform/site-map.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import classes from './left-menu.module.css';
import { type MenuEntry, menuHeading, menuOf } from './level-menu.ts';
import { OwnPerson } from './own-person.tsx';
import { staticMenu } from './static-menu.ts';

type Props = { here: string; collapsed?: boolean; onFollow?: () => void };

/** The left navigation: who is signed in, and the screens they may open. */
export function LeftMenu({ here, collapsed = false, onFollow }: Props) {
  const t = useT();
  const session = useSession();
  const [closed, setClosed] = useState(() => new Set(appSettings().closedMenus));
  const heading = menuHeading(session.level);
  const [chosen, setChosen] = useState<readonly string[]>();

  useEffect(() => {
    void staticMenu().then(setChosen);
  }, []);

  function fold(label: string) {
    const next = new Set(closed);
    if (!next.delete(label)) next.add(label);
    setClosed(next);
    rememberSettings({ closedMenus: [...next] });
  }

  return (
    <nav className={classes.nav} data-collapsed={collapsed || undefined} aria-label={t('app.menu.label')}>
      <div className={classes.me}>
        <OwnPerson size={36} pictureOnly={collapsed} />
      </div>
      {heading && <p className={classes.heading}>{t(heading)}</p>}
      <ul className={classes.list}>
        {menuOf(session, chosen).map((entry) => (
          <Entry
            key={entry.kind === 'screen' ? entry.path : entry.label}
            {...{ entry, here, collapsed, onFollow }}
            open={entry.kind === 'group' && !closed.has(entry.label)}
            onFold={fold}
          />
        ))}
      </ul>
    </nav>
  );
}

type EntryProps = {
  entry: MenuEntry;
  here: string;
  collapsed: boolean;
  open: boolean;
  onFold: (label: string) => void;
  onFollow: (() => void) | undefined;
};

function Entry({ entry, here, collapsed, open, onFold, onFollow }: EntryProps) {
  const t = useT();
  if (entry.kind === 'screen') {
    return (
      <ScreenLink
        path={entry.path}
        words={t(entry.place.label)}
        icon={entry.place.icon}
        {...{ here, collapsed, onFollow }}
      />
    );
  }
  // Without room for words, each screen of the group stands for itself under the group's pictogram.
  if (collapsed) {
    return entry.entries.map(({ path, place }) => (
      <ScreenLink key={path} path={path} words={t(place.label)} icon={entry.icon} {...{ here, collapsed, onFollow }} />
    ));
  }
  return (
    <li>
      <UnstyledButton className={classes.line} aria-expanded={open} onClick={() => onFold(entry.label)}>
        <Icon name={entry.icon} />
        <span className={classes.label}>{t(entry.label)}</span>
        <Icon name="chevron-down" size={14} className={classes.chevron} />
      </UnstyledButton>
      {open && (
        <ul className={classes.sub}>
          {entry.entries.map(({ path, place }) => (
            <ScreenLink key={path} path={path} words={t(place.label)} {...{ here, collapsed, onFollow }} />
          ))}
        </ul>
      )}
    </li>
  );
}

type LinkProps = {
  path: string;
  words: string;
  icon?: MenuPlace['icon'];
  here: string;
  collapsed: boolean;
  onFollow: (() => void) | undefined;
};

function ScreenLink({ path, words, icon, here, collapsed, onFollow }: LinkProps) {
  const screen = screenAt(here);
  const current = screen?.path === path || screen?.under === path;
  return (
    <li>
      <Tooltip label={words} position="right" disabled={!collapsed}>
        <Link
          href={path}
          className={classes.line}
          aria-current={current ? 'page' : undefined}
          aria-label={collapsed ? words : undefined}
          {...(onFollow && { onClick: onFollow })}
        >
          {icon && <Icon name={icon} />}
          {!collapsed && <span className={classes.label}>{words}</span>}
        </Link>
      </Tooltip>
    </li>
  );
}
