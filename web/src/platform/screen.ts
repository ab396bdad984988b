import type { LevelRule, Permission } from '@storeward/contract/access';
import type { PhraseKey } from './text/phrase-keys.ts';

/** An entry of the left menu. `key` follows `g` as keyboard shortcut, `parent` is the group. */
export type MenuItem = {
  readonly label: PhraseKey;
  readonly icon:
    | 'building'
    | 'calendar'
    | 'columns'
    | 'history'
    | 'home'
    | 'image'
    | 'key'
    | 'package'
    | 'plus'
    | 'shield'
    | 'sliders'
    | 'structure'
    | 'upload'
    | 'users';
  readonly key?: string;
  readonly parent?: {
    readonly label: PhraseKey;
    readonly icon: 'users' | 'structure' | 'building' | 'shield' | 'package';
  };
};

/** A screen with its path, title, access rule and menu entry. */
export type Screen = {
  readonly path: `/${string}`;
  readonly title: PhraseKey;
  readonly permissions: readonly Permission[];
  readonly mode: 'any' | 'all';
  readonly level?: LevelRule;
  readonly menu?: MenuItem;
  /** The screen whose menu entry is highlighted for this one. */
  readonly menuPath?: `/${string}`;
  /** Offered in every module by the permissions of the whole role; opening it selects the default module again. */
  readonly leavesModule?: true;
};
