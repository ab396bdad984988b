import type { Node } from '@storeward/contract/nodes';
import { NodePage } from '../nodes/node-page.tsx';
import { OrganisationPage } from '../organisations/organisation-page.tsx';
import { useT } from '../platform/i18n.ts';
import { may, useSession } from '../platform/session.ts';
import { NodeFurther } from './node-further.tsx';
import { placeAreas } from './place-areas.tsx';

const furtherOf = (node: Node) => <NodeFurther node={node} />;

type Props = { id: string; mode: 'view' | 'edit' };

/** The page of a place below an organisation, with its settings. */
export function PlacePage({ id, mode }: Props) {
  const t = useT();
  return (
    <NodePage
      id={id}
      mode={mode}
      {...(mode === 'view' && { further: furtherOf })}
      areas={({ nodeId, nodeType }) =>
        placeAreas(
          { id: nodeId, nodeType },
          mode === 'edit',
          // an organisation is changed on a page of its own
          nodeType === 'ORGANIZATION'
            ? { configuration: false, theme: false, module: false }
            : {
                configuration: may(['EDIT_NODE_CONFIGURATION']),
                theme: may(['EDIT_NODE_THEME']),
                module: may(['EDIT_NODE_MODULE']),
              },
          t,
        )
      }
    />
  );
}

/** The page of an organisation, with its settings. */
export function TenantPage({ id, mode }: Props) {
  const t = useT();
  const { level } = useSession();
  const below = level !== 'GLOBAL' && level !== 'ORGANIZATION';
  return (
    <OrganisationPage
      id={id}
      mode={mode}
      areas={({ id: organisation, can: { configuration, theme, modules } }) =>
        // whoever works below is told of the organisation itself, and of its settings where they count
        below
          ? []
          : placeAreas(
              { id: organisation, nodeType: 'ORGANIZATION' },
              mode === 'edit',
              { configuration, theme, module: modules },
              t,
            )
      }
    />
  );
}
