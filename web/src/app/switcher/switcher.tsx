import { Box, Popover, Text, UnstyledButton } from '@mantine/core';
import { permits } from '@storeward/contract/access';
import { modulesInPopup } from '@storeward/contract/modules';
import { useState } from 'react';
import { useT } from '../../platform/text/i18n.ts';
import { useModuleNames } from '../../platform/text/module-names.ts';
import { useSession } from '../../platform/session/session.ts';
import { useOwnModules } from '../../platform/session/session-modules.ts';
import { Icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import classes from './switcher.module.css';

const ApplicationTiles = lazyComponent(async () => (await import('./application-tiles.tsx')).ApplicationTiles);
const OrganisationMenu = lazyComponent(async () => (await import('./organisation-menu.tsx')).OrganisationMenu);

/** Switches between organisations, for users of the platform, or between applications, for all others. */
export function Switcher() {
  const { level, shellPermissions } = useSession();
  if (level === 'GLOBAL') return permits(shellPermissions, ['ORGANISATION_APP_ICON']) ? <OrganisationSwitcher /> : null;
  return permits(shellPermissions, ['MODULE_APP_ICON']) ? <ApplicationSwitcher /> : null;
}

function OrganisationSwitcher() {
  const t = useT();
  const { shellPermissions } = useSession();
  if (!permits(shellPermissions, ['LIST_ORGANISATIONS'])) return null;
  return (
    <SwitcherPopup name={t('app.switcher.allOrganisationsName')} label={t('app.switcher.organisations')}>
      {(close) => <OrganisationMenu onSelect={close} />}
    </SwitcherPopup>
  );
}

/** The application that is open; with the permission for the icons of the modules it opens the popup with them. */
function ApplicationSwitcher() {
  const t = useT();
  const { module, shellPermissions } = useSession();
  const nameOf = useModuleNames();
  const own = useOwnModules();
  const offered = modulesInPopup.flatMap((code) => own.find((candidate) => candidate.code === code) ?? []);
  const name = module === 'om' ? t('app.module.om') : nameOf(module);
  if (!permits(shellPermissions, ['ALLOW_TO_VIEW_MODULE_ICON']) || offered.length === 0)
    return (
      <span className={classes.target}>
        <Icon name="grid" />
        <Text span inherit truncate className={classes.name ?? ''}>
          {name}
        </Text>
      </span>
    );
  return (
    <SwitcherPopup name={name} label={t('app.switcher.applications')}>
      {(close) => (
        <Box mah="calc(100dvh - 5rem)" p="sm" style={{ overflow: 'auto' }}>
          <ApplicationTiles modules={offered} label={t('app.switcher.applications')} compact onSelect={close} />
        </Box>
      )}
    </SwitcherPopup>
  );
}

type PopupProps = { name: string; label: string; children: (close: () => void) => React.ReactNode };

function SwitcherPopup({ name, label, children }: PopupProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-start"
      width={352}
      trapFocus
      returnFocus
      shadow="xl"
      radius="lg"
      offset={4}
    >
      <Popover.Target>
        <UnstyledButton className={classes.target} title={label} onClick={() => setOpen(!open)}>
          <Icon name="grid" />
          <Text span inherit truncate className={classes.name ?? ''}>
            {name}
          </Text>
          <Icon name="selector" size={14} />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={0}>{children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  );
}
