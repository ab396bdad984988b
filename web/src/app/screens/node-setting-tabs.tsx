import type { NodeType } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import type { SettingArea } from '@storeward/contract/settings/engine/section';
import type { t as translate } from '../../platform/text/i18n.ts';
import { hasPermission } from '../../platform/session/session.ts';
import type { PageTab } from '../../ui/page/page-tabs.tsx';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import type { SectionScreens } from '../../settings/section/settings-form.tsx';
import { ScreenLoading } from '../screen-loading.tsx';

const SettingsForm = lazyComponent(
  async () => (await import('../../settings/section/settings-form.tsx')).SettingsForm,
  ScreenLoading,
);
const WebhookList = lazyComponent(
  async () => (await import('../../webhooks/webhook-list.tsx')).WebhookList,
  ScreenLoading,
);
const NodeTheme = lazyComponent(async () => (await import('./node-theme.tsx')).NodeTheme, ScreenLoading);

/** The screens of sections whose fields need more than a form. */
const sectionScreens: SectionScreens = { theme: NodeTheme };

type SettingsNode = { readonly id: NodeId; readonly nodeType: NodeType };

/** The setting tabs of a node's page: every tab in view mode, the editable ones in edit mode. */
export function nodeSettingTabs(
  node: SettingsNode,
  editing: boolean,
  canEdit: Readonly<Record<SettingArea, boolean>>,
  t: typeof translate,
): PageTab[] {
  return (
    (['configuration', 'theme', 'module'] as const)
      .filter((area) => !editing || canEdit[area])
      // Module settings need a separate permission, both to view and to edit.
      .filter(
        (area) =>
          area !== 'module' ||
          (hasPermission(['LIST_SETTING', 'VIEW_SETTING'], 'all') &&
            (!editing || hasPermission(['CREATE_SETTING', 'EDIT_SETTING']))),
      )
      .map((area) => ({
        key: area,
        label: t(`settings.area.${area}`),
        content: (
          <SettingsForm
            key={`${node.id} ${area}`}
            node={node}
            area={area}
            screens={sectionScreens}
            editing={editing}
            extraSection={
              area === 'configuration' && canEdit.configuration
                ? { key: 'webhooks', label: t('webhooks.title'), content: <WebhookList nodeId={node.id} /> }
                : undefined
            }
          />
        ),
      }))
  );
}
