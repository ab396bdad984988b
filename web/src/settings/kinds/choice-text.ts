import { hasPhrase } from '../../platform/text/i18n.ts';
import type { Translate } from './field-view.ts';

/** Label of a choice: the phrase `settings.choice.<choice>`, or the choice itself, as for names of products. */
export function choiceText(choice: string, t: Translate): string {
  if (choice === '{host}') return window.location.hostname;
  const key = `settings.choice.${choice}`;
  return hasPhrase(key) ? t(key) : choice;
}
