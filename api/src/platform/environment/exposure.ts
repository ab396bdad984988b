import { ConfigurationError } from './configuration-error.ts';
import type { InstallationState } from '../database/schema/installation-state.ts';
import { type Environment, hasOpenMailbox } from './environment.ts';
import { isLoopback } from '../loopback.ts';

const removal = 'npm run admin -- demo remove';

/**
 * Throws `ConfigurationError` if demo accounts, whose passwords are public, would be exposed: in production unless
 * DEMO_DATA is on, and together with an open outbox if other machines reach the portal.
 */
export function refuseExposedDemo(environment: Environment, { demo }: Pick<InstallationState, 'demo'>): void {
  if (!demo) return;
  if (environment.environment === 'production' && !environment.demoData)
    throw new ConfigurationError(
      `This database holds demo data, whose accounts have public passwords, and ENVIRONMENT is production. Remove the demo data with: ${removal}\nOr set DEMO_DATA=on to serve it all the same, and start again.`,
    );
  if (hasOpenMailbox(environment) && !isLoopback(environment.host))
    throw new ConfigurationError(
      `HOST ${environment.host} lets other machines reach demo accounts, whose passwords are public, while mails are kept in an open outbox. Set HOST=127.0.0.1, or remove the demo data with: ${removal}\nOr set SMTP_URL or ENVIRONMENT=production, and start again. An empty installation starts with DEMO_DATA=off.`,
    );
}

/** The lines printed at every start, if any. */
export function startNotices(environment: Environment, { empty, demo }: InstallationState): string[] {
  return [
    ...(empty
      ? [
          'This installation is empty: nobody can sign in yet. Make its first administrator with:',
          '  npm run admin -- create --username <name> --email <address>',
        ]
      : []),
    ...(demo && environment.environment === 'production'
      ? [`WARNING: this installation serves demo accounts, whose passwords are public. Remove them with: ${removal}`]
      : []),
  ];
}
