import { expect, type Page } from '@playwright/test';

/** The choice of the language in the header. */
export const languageSelect = (page: Page) => page.locator('header select:has(option[value="de"])').first();

/** Chooses a language in the header, also where a dialog covers it; returns false for another one than English where a page has no such choice. */
export async function chooseLanguage(page: Page, language: string): Promise<boolean> {
  const select = languageSelect(page);
  if ((await select.count()) === 0) return language === 'en';
  await select.evaluate((element: HTMLSelectElement, code) => {
    const option = [...element.options].find(({ value }) => value === code);
    if (!option) throw new Error(`There is no language ${code}.`);
    const { set } = Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, 'value')!;
    set!.call(element, code);
    element.dispatchEvent(new Event('change', { bubbles: true }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  return true;
}
