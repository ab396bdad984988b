import { type Permission, permits } from '@storeward/contract/access';
import type { ReactNode } from 'react';
import { useSession } from '../platform/session.ts';

type Props = { any: readonly Permission[]; children: ReactNode } | { all: readonly Permission[]; children: ReactNode };

/** Shows what is inside only to those who may: any of the permissions, or all of them. */
export function Permit(props: Props) {
  const { permissions } = useSession();
  const allowed = 'all' in props ? permits(permissions, props.all, 'all') : permits(permissions, props.any);
  return allowed ? props.children : null;
}
