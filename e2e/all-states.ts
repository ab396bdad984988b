import { dialogStates } from './dialog-states.ts';
import { apiKeyStates } from './key-states.ts';
import { mapStates } from './map-states.ts';
import { productStates } from './product-states.ts';
import { roleStates } from './role-states.ts';
import { settingsStates } from './settings-states.ts';
import { generalStates, type ScreenState } from './states.ts';
import { structureStates } from './structure-states.ts';
import { userStates } from './user-states.ts';

/** Every screen and state of the portal, for the accessibility tests and the gallery. */
export const allStates: readonly ScreenState[] = [
  ...generalStates,
  ...mapStates,
  ...structureStates,
  ...settingsStates,
  ...dialogStates,
  ...roleStates,
  ...productStates,
  ...userStates,
  ...apiKeyStates,
];
