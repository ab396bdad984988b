import type { NodeType } from '@storeward/contract/access';

/** The icon of each node type. */
export const levelIcons = {
  GLOBAL: 'globe',
  ORGANIZATION: 'building',
  COMPANY: 'briefcase',
  TRADING_REGION: 'map',
  STORE_GROUP: 'store-group',
  SUB_STORE_GROUP: 'sub-group',
  STORE: 'store',
} as const satisfies Record<NodeType, string>;
