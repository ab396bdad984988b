import type { User, UserRow } from '@storeward/contract/users';

export type ImpersonationTarget = Pick<User | UserRow, 'id' | 'userName' | 'firstName' | 'lastName' | 'status' | 'can'>;

/** Whether the user's record allows impersonation; disabled users cannot be impersonated. */
export const canImpersonate = ({ can, status }: Pick<ImpersonationTarget, 'can' | 'status'>): boolean =>
  can.seeAs && status;
