import type { ModuleCode } from '../../modules.ts';
import type { dateLocales } from '../../runtime-configuration.ts';
import type { Theme } from '../sections/theme.ts';

type Path = readonly [string, ...(string | 0)[]];

/**
 * The position in a node's configuration of the sections that the portal reads before its first screen. Kept apart from
 * the sections, whose definitions that screen does not need.
 */
export const configurationPaths = {
  theme: ['nodeThemeSetting'],
  dates: ['dates'],
  ebasketDisplay: ['eBasketMgmtSettings', 0, 'displaySettings'],
  modulesInUse: ['modulesInUse'],
} as const satisfies Readonly<Record<string, Path>>;

type Values = {
  readonly theme: Theme;
  readonly dates: { readonly dateLocale: (typeof dateLocales)[number] | null };
  readonly ebasketDisplay: { readonly displayName: string | null; readonly displayLogo: string | null };
  readonly modulesInUse: Partial<Readonly<Record<ModuleCode, boolean>>>;
};

/** The values of a section in a configuration; empty where the configuration is not complete. */
export const configuredValues = <S extends keyof Values>(configuration: object, section: S): Partial<Values[S]> =>
  configurationPaths[section].reduce<object>(
    (inner, step) => (inner as Record<string, object>)[step] ?? {},
    configuration,
  );
