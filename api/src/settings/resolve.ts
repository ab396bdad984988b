import { EBasketDisplay, sessionTimesAt, type SessionTimes } from '@storeward/contract/settings/node-configuration';
import { judge, type Stated } from '@storeward/contract/settings/binding';
import { type SectionName, sectionOf } from '@storeward/contract/settings/sections';
import { themeFrom } from '@storeward/contract/settings/theme';
import type { InForce } from './queries.ts';

/** The sections that a node's configuration is made of. */
export const configurationSections = [
  'ebasketDisplay',
  'nodeConfig',
  'theme',
] as const satisfies readonly SectionName[];

/** What the installation has decided: the times of a session, and the longest that somebody may be gone. */
export type Decided = { readonly times: SessionTimes; readonly longestIdle: number | undefined };

/** The values in force at a place, section by section and field by field; what nobody has set is left out. */
export function inForce(values: readonly InForce[]): (section: SectionName) => Record<string, unknown> {
  const stated = new Map<string, Stated[]>();
  for (const [section, field, value, mode] of values) {
    const key = `${section}.${field}`;
    const list = stated.get(key);
    if (list) list.push({ value, mode });
    else stated.set(key, [{ value, mode }]);
  }
  return (section) => {
    const found: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(sectionOf(section).fields)) {
      const said = stated.get(`${section}.${name}`);
      if (!said) continue;
      const { at } = judge(field, said);
      if (at >= 0) found[name] = said[at]!.value;
    }
    return found;
  };
}

/** What a place works with, from all that is said along its path; a value that nobody understands any more counts as none. */
export function resolve(values: readonly InForce[], { times, longestIdle }: Decided) {
  const of = inForce(values);
  const duration = of('nodeConfig')['autoLogoutDuration'];
  return {
    eBasketMgmtSettings: [{ displaySettings: display(of('ebasketDisplay')) }],
    nodeConfiguration: { nodeConfigSetting: { autoLogoutDuration: typeof duration === 'string' ? duration : null } },
    nodeThemeSetting: themeFrom(of('theme')),
    sessionTimes: sessionTimesAt(duration, times, longestIdle),
  };
}

function display(values: Readonly<Record<string, unknown>>) {
  const { displayLogo, displayName } = EBasketDisplay.shape;
  return {
    displayLogo: displayLogo.safeParse(values['displayLogo']).data ?? null,
    displayName: displayName.safeParse(values['displayName']).data ?? null,
  };
}
