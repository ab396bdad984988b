import { type Permission, permits } from '@storeward/contract/access';
import type { ReactNode } from 'react';
import { useSession } from '../../platform/session/session.ts';

type Props = { any: readonly Permission[]; children: ReactNode } | { all: readonly Permission[]; children: ReactNode };

/** Renders its children only if the user has any, or all, of the given permissions, which Mantine does not know. */
export function Permit(props: Props) {
  const { permissions } = useSession();
  const allowed = 'all' in props ? permits(permissions, props.all, 'all') : permits(permissions, props.any);
  return allowed ? props.children : null;
}
