import { themes } from '@storeward/contract/themes';
import type { Application } from '../platform/application.ts';
import { type ThemeResolver, themesService } from './service.ts';

export const themeEndpoints = { themes };

export function registerThemes(app: Application, dependencies: ThemeResolver): void {
  const { authenticator, environment } = app;
  app.register(themeEndpoints, {
    themes: themesService({
      legacyHosts: environment.legacyHosts,
      portalOf: authenticator.findPortal,
      ...dependencies,
    }),
  });
}
