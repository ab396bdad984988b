import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';
import { phrase } from '../web/test/phrase.ts';

export const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
/** The bar with the buttons of a changed form; an offered draft has a button to discard it too. */
export const saveBar = (page: Page) => page.locator('[data-save-bar]');

export const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
export async function setHere(section: Locator, ...labels: readonly string[]) {
  for (const label of labels) await section.getByRole('button', { name: `${label}: Set here`, exact: true }).click();
}

/** The drawer in which a row of a list is edited. */
export const rowDrawer = (page: Page) => page.getByRole('dialog');
export const applyRow = (page: Page) => rowDrawer(page).getByRole('button', { name: 'Apply', exact: true }).click();

export async function openModules(page: Page) {
  await page.getByRole('treeitem', { name: /^Kestrel Sports/ }).click();
  await page.getByRole('main').getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('tab', { name: 'Modules' }).click();
  await expect(page.getByRole('heading', { name: 'Salesforce' })).toBeVisible();
}

export async function expectSaved(page: Page) {
  await expect(page.getByText(phrase('settings.saved.now', { name: 'Kestrel Sports' })).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save changes' })).toHaveCount(0);
}

export async function choose(page: Page, section: Locator, label: string, option: string) {
  await section.getByRole('combobox', { name: label, exact: true }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** The options of the open list. */
const options = (page: Page) => page.locator('[role=listbox]:visible').getByRole('option');

/** The options that a choice offers, in order. */
export async function offered(page: Page, control: Locator): Promise<string[]> {
  await control.click();
  await expect(options(page).first()).toBeVisible();
  const labels = await options(page).allInnerTexts();
  await page.keyboard.press('Escape');
  return labels;
}
