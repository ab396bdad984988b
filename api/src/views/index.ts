import { productViews } from '@storeward/contract/products/product-views';
import { userViews } from '@storeward/contract/users/user-views';
import type { Application } from '../platform/application.ts';
import { productViewsService, userViewsService } from './service.ts';

export const viewEndpoints = { userViews, productViews };

export function registerViews(app: Application): void {
  app.register(viewEndpoints, { userViews: userViewsService, productViews: productViewsService });
}
