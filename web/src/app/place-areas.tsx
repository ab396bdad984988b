import type { NodeType } from '@storeward/contract/access';
import type { NodeId } from '@storeward/contract/nodes';
import type { t as say } from '../platform/i18n.ts';
import { may } from '../platform/session.ts';
import { SettingsForm } from '../settings/settings-form.tsx';
import type { PageTab } from '../ui/page-tabs.tsx';

type Place = { readonly id: NodeId; readonly nodeType: NodeType };

const rights = {
  configuration: { organisation: 'UPDATE_ORGANISATION_CONFIG', place: 'EDIT_NODE_CONFIGURATION' },
  theme: { organisation: 'UPDATE_ORGANISATION_THEME', place: 'EDIT_NODE_THEME' },
  module: { organisation: 'UPDATE_ORGANISATION_MODULE', place: 'EDIT_NODE_MODULE' },
} as const;

/** The parts of a place's page that settings stand in: all of them to be read, and to be changed those that the reader may. */
export function placeAreas({ id, nodeType }: Place, editing: boolean, t: typeof say): PageTab[] {
  const kind = nodeType === 'ORGANIZATION' ? 'organisation' : 'place';
  return (Object.keys(rights) as (keyof typeof rights)[])
    .filter((area) => !editing || may([rights[area][kind]]))
    .map((area) => ({
      key: area,
      label: t(`settings.area.${area}`),
      content: <SettingsForm key={id} place={{ id, nodeType }} area={area} editing={editing} />,
    }));
}
