import type apiKeys from '../../phrases/en/api-keys.json';
import type app from '../../phrases/en/app.json';
import type audit from '../../phrases/en/audit.json';
import type dashboard from '../../phrases/en/dashboard.json';
import type devices from '../../phrases/en/devices.json';
import type errors from '../../phrases/en/errors.json';
import type figures from '../../phrases/en/figures.json';
import type files from '../../phrases/en/files.json';
import type imports from '../../phrases/en/imports.json';
import type messages from '../../phrases/en/messages.json';
import type nodes from '../../phrases/en/nodes.json';
import type organisations from '../../phrases/en/organisations.json';
import type palette from '../../phrases/en/palette.json';
import type passwords from '../../phrases/en/passwords.json';
import type products from '../../phrases/en/products.json';
import type profile from '../../phrases/en/profile.json';
import type records from '../../phrases/en/records.json';
import type roles from '../../phrases/en/roles.json';
import type sessions from '../../phrases/en/sessions.json';
import type settings from '../../phrases/en/settings.json';
import type themes from '../../phrases/en/themes.json';
import type ui from '../../phrases/en/ui.json';
import type users from '../../phrases/en/users.json';
import type webhooks from '../../phrases/en/webhooks.json';

/** A phrase key. The English catalogue defines the keys of all languages. */
export type PhraseKey = keyof (typeof apiKeys &
  typeof app &
  typeof audit &
  typeof dashboard &
  typeof devices &
  typeof errors &
  typeof figures &
  typeof files &
  typeof imports &
  typeof messages &
  typeof nodes &
  typeof organisations &
  typeof palette &
  typeof passwords &
  typeof products &
  typeof profile &
  typeof records &
  typeof roles &
  typeof sessions &
  typeof settings &
  typeof themes &
  typeof ui &
  typeof users &
  typeof webhooks);
