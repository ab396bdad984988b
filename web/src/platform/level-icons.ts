import type { NodeType } from '@storeward/contract/access';

/** The pictogram by which a kind of place is known everywhere in the portal. */
export const levelIcons = {
  GLOBAL: 'globe',
  ORGANIZATION: 'building',
  COMPANY: 'briefcase',
  TRADING_REGION: 'map',
  STORE_GROUP: 'store-group',
  SUB_STORE_GROUP: 'sub-group',
  STORE: 'store',
} as const satisfies Record<NodeType, string>;
