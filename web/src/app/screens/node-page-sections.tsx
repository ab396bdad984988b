import type { Node } from '@storeward/contract/nodes';
import { AuditTimeline } from '../../audit/audit-timeline.tsx';
import { DeviceList } from '../../devices/device-list.tsx';

/** Additional sections of a node's page: the devices of a store, and the audit timeline. */
export function NodePageSections({ node: { nodeId, nodeType } }: { node: Node }) {
  return (
    <>
      {nodeType === 'STORE' && <DeviceList nodeId={nodeId} />}
      <AuditTimeline id={nodeId} />
    </>
  );
}
