import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../login.html');

/** Mounts the static markup of login.html, before its script runs. */
export function mountSignInPage(): HTMLFormElement {
  const page = new DOMParser().parseFromString(readFileSync(file, 'utf8'), 'text/html');
  document.body.replaceChildren(...page.body.children);
  const form = document.querySelector('form');
  if (!form) throw new Error('web/login.html has no form');
  return form;
}
