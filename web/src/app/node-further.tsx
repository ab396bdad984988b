import type { Node } from '@storeward/contract/nodes';
import { AuditTimeline } from '../audit/audit-timeline.tsx';
import { DeviceList } from '../devices/device-list.tsx';

/** What else belongs on the page of a place: the devices of a store, and what happened to it. */
export function NodeFurther({ node: { nodeId, nodeType } }: { node: Node }) {
  return (
    <>
      {nodeType === 'STORE' && <DeviceList nodeId={nodeId} />}
      <AuditTimeline entity="node" id={nodeId} />
    </>
  );
}
