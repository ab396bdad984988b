import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { PhraseKey } from '../src/platform/text/phrase-keys.ts';

const folder = join(import.meta.dirname, '../src/phrases/en');
const phrases = Object.assign(
  {},
  ...readdirSync(folder).map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as unknown),
) as Record<PhraseKey, string>;
const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
i18n.setMessagesCompiler(compileMessage);
i18n.load('en', phrases);

/** The English text of a phrase, for tests: they name the key, so that the wording can change without them. */
export const phrase = (key: PhraseKey, values?: Record<string, string | number>): string => i18n.t(key, values);

/** A text that contains a phrase with any values, such as an error beside the hint of its field. */
export function containing(key: PhraseKey): RegExp {
  const parts = [compileMessage(phrases[key])].flat();
  return new RegExp(parts.map((part) => (typeof part === 'string' ? RegExp.escape(part) : '.*')).join(''));
}
