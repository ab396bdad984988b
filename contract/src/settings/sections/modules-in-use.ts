import { type ModuleCode, moduleCodes } from '../../modules.ts';
import { configurationPaths } from '../engine/configuration-paths.ts';
import { defineSection, type SettingField } from '../engine/section.ts';

/** The modules that can be switched off: all but organisation management, which is this portal. */
type SwitchableModule = Exclude<ModuleCode, 'om'>;

const isSwitchable = (code: ModuleCode): code is SwitchableModule => code !== 'om';

const inUse = { kind: 'switch', defaultValue: true, sample: 'true' } as const satisfies SettingField;

/** Modules in use at a node, the feature flags of the product: one switched off is not offered to the users there. */
export const modulesInUse = defineSection({
  name: 'modulesInUse',
  area: 'module',
  group: 'portal',
  configurationPath: configurationPaths.modulesInUse,
  fields: Object.fromEntries(moduleCodes.filter(isSwitchable).map((code) => [code, inUse])) as Record<
    SwitchableModule,
    typeof inUse
  >,
});
