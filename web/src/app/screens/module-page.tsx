import { Button } from '@mantine/core';
import { moduleCodes, type ModuleCode } from '@storeward/contract/modules';
import { moduleOfGroup } from '@storeward/contract/settings/engine/section';
import { type SectionName, sectionNames, sectionOf } from '@storeward/contract/settings/sections';
import { useLayoutEffect } from 'react';
import { errorMessage, useT } from '../../platform/text/i18n.ts';
import { useModuleNames } from '../../platform/text/module-names.ts';
import { useConfiguration } from '../../platform/configuration.ts';
import { useOwnModules } from '../../platform/session/session-modules.ts';
import { hasPermission, useSession } from '../../platform/session/session.ts';
import { Link } from '../../ui/page/link.tsx';
import { SettingsForm } from '../../settings/section/settings-form.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { DeniedState, EmptyState } from '../../ui/page/states.tsx';
import { LogoOrAvatar } from '../switcher/logo-or-avatar.tsx';
import { SelectedModule } from '../selected-module.tsx';

/** The page at a module's address: its settings at the user's node. Opening it selects the module. */
export function ModulePage({ code }: { code: ModuleCode }) {
  const t = useT();
  const name = useModuleNames()(code);
  const { userModules } = useSession();
  const isOwn = userModules.includes(code);
  useLayoutEffect(() => {
    document.title = isOwn ? name : t('app.denied.pageTitle');
  }, [t, name, isOwn]);
  if (isOwn)
    return (
      <SelectedModule code={code}>
        <ModuleSettings code={code} name={name} />
      </SelectedModule>
    );
  return (
    <>
      <h1 className="visually-hidden">{t('app.denied.pageTitle')}</h1>
      <DeniedState
        title={t('app.modulePage.denied', { module: name })}
        text={t('app.modulePage.deniedText')}
        actions={<DashboardButton />}
      />
    </>
  );
}

function ModuleSettings({ code, name }: { code: ModuleCode; name: string }) {
  const t = useT();
  const { user, level } = useSession();
  const node = useConfiguration().orgDetails;
  const sections = sectionNames.filter((section) => moduleOfSection(section) === code);
  const logo = useOwnModules().find((module) => module.code === code)?.logo;
  const hasSettings = user?.rootNodeId && level && level !== 'GLOBAL' && sections.length > 0;
  return (
    <Page>
      <PageHeader
        title={name}
        description={node && t('app.modulePage.settingsOf', { place: node.name })}
        media={logo && <LogoOrAvatar id={code} name={name} image={logo} size={40} />}
      />
      {hasSettings && !hasPermission(['VIEW_SETTING']) ? (
        <DeniedState
          title={t('settings.notViewable')}
          text={errorMessage('setting.notShown')}
          actions={<DashboardButton />}
        />
      ) : hasSettings ? (
        <SettingsForm
          node={{ id: user.rootNodeId!, nodeType: level }}
          area="module"
          only={sections}
          screens={{}}
          editing
        />
      ) : (
        <EmptyState
          title={t('app.modulePage.noSettings')}
          text={t(level === 'GLOBAL' ? 'app.modulePage.noSettingsGlobal' : 'app.modulePage.noSettingsText', {
            module: name,
          })}
          actions={<DashboardButton />}
        />
      )}
    </Page>
  );
}

/** The module that a section of settings belongs to: the one it is named after, else that of its group. */
function moduleOfSection(name: SectionName): ModuleCode | undefined {
  const { group } = sectionOf(name);
  return moduleCodes.find((code) => code === (name as string)) ?? (group && moduleOfGroup[group]);
}

function DashboardButton() {
  const t = useT();
  return (
    <Button component={Link} href="/dashboard">
      {t('app.denied.dashboard')}
    </Button>
  );
}
