import { Tooltip, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { appSettings, updateAppSettings } from '../platform/app-settings.ts';
import { useT } from '../platform/i18n.ts';
import { useSession } from '../platform/session.ts';
import type { MenuItem } from '../platform/screen.ts';
import { type ScreenPath, screenAt } from '../platform/site-map.ts';
import { Icon } from '../ui/icon.tsx';
import { Link } from '../ui/link.tsx';
import menuLine from './menu-line.module.css';
import classes from './left-menu.module.css';
import { type MenuEntry, menuHeading, menuEntries } from './menu-entries.ts';
import { CurrentUser } from './current-user.tsx';
import { staticMenu } from './static-menu.ts';

const lineClass = `${menuLine['line']} ${classes['line']}`;

type Props = { currentPath: string; collapsed?: boolean; onNavigate?: () => void };

export function LeftMenu({ currentPath, collapsed = false, onNavigate }: Props) {
  const t = useT();
  const session = useSession();
  const [closedGroups, setClosedGroups] = useState(() => new Set(appSettings().closedMenus));
  const heading = menuHeading(session.level);
  const [staticPaths, setStaticPaths] = useState<readonly string[]>();

  useEffect(() => {
    void staticMenu().then(setStaticPaths);
  }, []);

  function toggleGroup(label: string) {
    const next = new Set(closedGroups);
    if (!next.delete(label)) next.add(label);
    setClosedGroups(next);
    updateAppSettings({ closedMenus: [...next] });
  }

  return (
    <nav className={classes.nav} data-collapsed={collapsed || undefined} aria-label={t('app.menu.label')}>
      <div className={classes.user}>
        <CurrentUser size={36} avatarOnly={collapsed} />
      </div>
      {heading && <p className={classes.heading}>{t(heading)}</p>}
      <ul className={classes.list}>
        {menuEntries(session, staticPaths).map((entry) => (
          <Entry
            key={entry.kind === 'screen' ? entry.path : entry.label}
            {...{ entry, currentPath, collapsed, onNavigate }}
            open={entry.kind === 'group' && !closedGroups.has(entry.label)}
            onToggle={toggleGroup}
          />
        ))}
      </ul>
    </nav>
  );
}

type EntryProps = {
  entry: MenuEntry;
  currentPath: string;
  collapsed: boolean;
  open: boolean;
  onToggle: (label: string) => void;
  onNavigate: (() => void) | undefined;
};

function Entry({ entry, currentPath, collapsed, open, onToggle, onNavigate }: EntryProps) {
  const t = useT();
  if (entry.kind === 'screen') {
    return (
      <ScreenLink
        path={entry.path}
        label={t(entry.item.label)}
        icon={entry.item.icon}
        {...{ currentPath, collapsed, onNavigate }}
      />
    );
  }
  // A collapsed menu shows the screens of a group directly, with the group's icon.
  if (collapsed) {
    return entry.entries.map(({ path, item }) => (
      <ScreenLink
        key={path}
        path={path}
        label={t(item.label)}
        icon={entry.icon}
        {...{ currentPath, collapsed, onNavigate }}
      />
    ));
  }
  return (
    <li>
      <UnstyledButton className={lineClass} aria-expanded={open} onClick={() => onToggle(entry.label)}>
        <Icon name={entry.icon} />
        <span className={classes.label}>{t(entry.label)}</span>
        <Icon name="chevron-down" size={14} className={classes.chevron} />
      </UnstyledButton>
      {open && (
        <ul className={classes.sub}>
          {entry.entries.map(({ path, item }) => (
            <ScreenLink key={path} path={path} label={t(item.label)} {...{ currentPath, collapsed, onNavigate }} />
          ))}
        </ul>
      )}
    </li>
  );
}

type LinkProps = {
  path: ScreenPath;
  label: string;
  icon?: MenuItem['icon'];
  currentPath: string;
  collapsed: boolean;
  onNavigate: (() => void) | undefined;
};

function ScreenLink({ path, label, icon, currentPath, collapsed, onNavigate }: LinkProps) {
  const screen = screenAt(currentPath);
  const current = screen?.path === path || screen?.menuPath === path;
  return (
    <li>
      <Tooltip label={label} position="right" disabled={!collapsed}>
        <Link
          href={path}
          className={lineClass}
          aria-current={current ? 'page' : undefined}
          aria-label={collapsed ? label : undefined}
          {...(onNavigate && { onClick: onNavigate })}
        >
          {icon && <Icon name={icon} />}
          {!collapsed && <span className={classes.label}>{label}</span>}
        </Link>
      </Tooltip>
    </li>
  );
}
