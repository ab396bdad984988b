import { useT } from '../platform/i18n.ts';
import type { NodeId } from '@storeward/contract/nodes';
import { NodePage } from '../nodes/node-page.tsx';
import { OrganisationPage } from '../organisations/organisation-page.tsx';
import { NodeFurther } from './node-further.tsx';
import { placeAreas } from './place-areas.tsx';

type Props = { id: string; mode: 'view' | 'edit' };

/** The page of a place below an organisation, with its settings. */
export function PlacePage({ id, mode }: Props) {
  const t = useT();
  return (
    <NodePage
      id={id}
      mode={mode}
      further={(node) => mode === 'view' && <NodeFurther node={node} />}
      areas={({ nodeId, nodeType }) => placeAreas({ id: nodeId, nodeType }, mode === 'edit', t)}
    />
  );
}

/** The page of an organisation, with its settings. */
export function TenantPage({ id, mode }: Props) {
  const t = useT();
  return (
    <OrganisationPage
      id={id}
      mode={mode}
      areas={placeAreas({ id: id as NodeId, nodeType: 'ORGANIZATION' }, mode === 'edit', t)}
    />
  );
}
