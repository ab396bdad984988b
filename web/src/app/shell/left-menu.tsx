import { Box, Stack, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { appSettings, updateAppSettings } from '../../platform/app-settings.ts';
import { useT } from '../../platform/text/i18n.ts';
import { useSession } from '../../platform/session/session.ts';
import type { MenuItem } from '../../platform/screen.ts';
import { type ScreenPath, screenAt } from '../../platform/site-map.ts';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/page/link.tsx';
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
      <Box px={collapsed ? 0 : 'xs'} pt="var(--s-1)" pb="sm" mb="var(--s-1)">
        <CurrentUser size={36} avatarOnly={collapsed} />
      </Box>
      {heading && !collapsed && (
        <Text size="xs" fw="var(--weight-medium)" c="dimmed" px="xs" pt="xs" pb="var(--s-1)">
          {t(heading)}
        </Text>
      )}
      <Stack component="ul" gap={2}>
        {menuEntries(session, staticPaths).map((entry) => (
          <Entry
            key={entry.kind === 'screen' ? entry.path : entry.label}
            {...{ entry, currentPath, collapsed, onNavigate }}
            open={entry.kind === 'group' && !closedGroups.has(entry.label)}
            onToggle={toggleGroup}
          />
        ))}
      </Stack>
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
  // A collapsed menu shows the screens of a group directly, each with its own icon.
  if (collapsed) {
    return entry.entries.map(({ path, item }) => (
      <ScreenLink
        key={path}
        path={path}
        label={t(item.label)}
        icon={item.icon}
        {...{ currentPath, collapsed, onNavigate }}
      />
    ));
  }
  return (
    <li>
      <UnstyledButton className={lineClass} aria-expanded={open} onClick={() => onToggle(entry.label)}>
        <Icon name={entry.icon} />
        <Text span inherit truncate>
          {t(entry.label)}
        </Text>
        <Icon name="chevron-down" size={14} className={classes.chevron} />
      </UnstyledButton>
      {open && (
        <Stack component="ul" className={classes.sub ?? ''} gap={1} mb="var(--s-1)" ms="md" ps="0.8125rem">
          {entry.entries.map(({ path, item }) => (
            <ScreenLink key={path} path={path} label={t(item.label)} {...{ currentPath, collapsed, onNavigate }} />
          ))}
        </Stack>
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
          {!collapsed && (
            <Text span inherit truncate>
              {label}
            </Text>
          )}
        </Link>
      </Tooltip>
    </li>
  );
}
