import { EBasketDisplay, sessionTimesAt, type SessionTimes } from '@storeward/contract/settings/node-configuration';
import { themeFrom } from '@storeward/contract/settings/theme';
import type { InForce } from './queries.ts';

/** The sections that a node's configuration is made of. */
export const configurationSections = ['ebasketDisplay', 'nodeConfig', 'theme'] as const;

/** What the installation has decided: the times of a session, and the longest that somebody may be gone. */
export type Decided = { readonly times: SessionTimes; readonly longestIdle: number | undefined };

/** The values in force at a place, section by section and field by field: of each that of the nearest place. */
function nearest(values: readonly InForce[]) {
  const sections: Record<(typeof configurationSections)[number], Record<string, unknown>> = {
    ebasketDisplay: {},
    nodeConfig: {},
    theme: {},
  };
  // from the top down, so what stands lower is said last
  for (const [section, field, value] of values) sections[section as keyof typeof sections][field] = value;
  return sections;
}

/** What a place works with, from all that is in force along its path; a value that nobody understands any more counts as none. */
export function resolve(values: readonly InForce[], { times, longestIdle }: Decided) {
  const { ebasketDisplay, nodeConfig, theme } = nearest(values);
  const duration = nodeConfig['autoLogoutDuration'];
  const sessionTimes = sessionTimesAt(duration, times, longestIdle);
  return {
    eBasketMgmtSettings: [{ displaySettings: display(ebasketDisplay) }],
    nodeConfiguration: { nodeConfigSetting: { autoLogoutDuration: typeof duration === 'string' ? duration : null } },
    nodeThemeSetting: themeFrom(theme),
    sessionTimes,
  };
}

function display(values: Readonly<Record<string, unknown>>) {
  const { displayLogo, displayName } = EBasketDisplay.shape;
  return {
    displayLogo: displayLogo.safeParse(values['displayLogo']).data ?? null,
    displayName: displayName.safeParse(values['displayName']).data ?? null,
  };
}
