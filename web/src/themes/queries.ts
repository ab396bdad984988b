import { themes } from '@storeward/contract/themes';
import { endpointQuery } from '../platform/api/api.ts';

/** Preset themes. */
export const readyThemesQuery = () => endpointQuery(themes.ready, {});
