import { accessRights, roles } from '@storeward/contract/roles';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { mockError, mockResponse, type RecordedRequest } from '../../test/mock-server.ts';
import { renderAt } from '../../test/render-at.tsx';
import { startPortal } from '../../test/start-portal.ts';
import { RoleCreatePage } from './role-create-page.tsx';

const right = (shortName: string) => ({ shortName, name: shortName, description: '', associatePermission: '' });
const modules = [{ shortName: 'om', name: 'Organisation', accessRights: ['OM-VN', 'OM-LN'].map(right) }];

let requests: RecordedRequest[];
beforeEach(async () => {
  requests = await startPortal();
  for (const endpoint of Object.values(accessRights)) mockResponse(endpoint, [] as never);
});
