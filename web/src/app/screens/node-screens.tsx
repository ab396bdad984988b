import type { Node, NodeId } from '@storeward/contract/nodes';
import { NodePage } from '../../nodes/node-page.tsx';
import { OrganisationPage } from '../../organisations/organisation-page.tsx';
import { useT } from '../../platform/text/i18n.ts';
import { useScreenNode } from '../../platform/screen-node.ts';
import { hasPermission, useSession } from '../../platform/session/session.ts';
import { NodePageSections } from './node-page-sections.tsx';
import { nodeSettingTabs } from './node-setting-tabs.tsx';

const renderSections = (node: Node) => <NodePageSections node={node} />;

type Props = { id: NodeId; mode: 'view' | 'edit' };

/** The page of a node below an organisation, with its settings. */
export function NodeScreen({ id: idInUrl, mode }: Props) {
  const t = useT();
  const id = useScreenNode(idInUrl);
  if (!id) return null;
  return (
    <NodePage
      id={id}
      mode={mode}
      {...(mode === 'view' && { extraDetails: renderSections })}
      extraTabs={({ nodeId, nodeType }) =>
        nodeSettingTabs(
          { id: nodeId, nodeType },
          mode === 'edit',
          // The settings of an organisation are edited on its own page.
          nodeType === 'ORGANIZATION'
            ? { configuration: false, theme: false, module: false }
            : {
                configuration: hasPermission(['EDIT_NODE_CONFIGURATION']),
                theme: hasPermission(['EDIT_NODE_THEME']),
                module: hasPermission(['EDIT_NODE_MODULE']),
              },
          t,
        )
      }
    />
  );
}

export function OrganisationScreen({ id: idInUrl, mode }: Props) {
  const t = useT();
  const { level } = useSession();
  const id = useScreenNode(idInUrl);
  if (!id) return null;
  const isBelowOrganisation = level !== 'GLOBAL' && level !== 'ORGANIZATION';
  return (
    <OrganisationPage
      id={id}
      mode={mode}
      settingsTabs={({ id: organisation, can: { configuration, theme, modules } }) =>
        // Users below the organisation see its settings only where they apply, on their own nodes.
        isBelowOrganisation
          ? []
          : nodeSettingTabs(
              { id: organisation, nodeType: 'ORGANIZATION' },
              mode === 'edit',
              { configuration, theme, module: modules },
              t,
            )
      }
    />
  );
}
