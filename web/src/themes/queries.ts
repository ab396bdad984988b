import { themes } from '@storeward/contract/themes';
import { read } from '../platform/api.ts';

/** The looks that a portal can begin with. */
export const readyThemes = () => read(themes.ready, {});
