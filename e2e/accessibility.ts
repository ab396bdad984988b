import { expect, type Page, test } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const wcagRules: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
// rules that depend on colours; all others apply equally in all colour schemes
const colourRules: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

export type ColourScheme = 'light' | 'dark';

/** Checks the page against WCAG 2.2 AA with axe: all rules in the first colour scheme, the colour rules also in the others. */
export async function expectAccessible(
  page: Page,
  description: string,
  colourSchemes: readonly ColourScheme[] = ['light', 'dark'],
): Promise<void> {
  await closeNotices(page);
  // axe has to be injected into every frame
  for (const frame of page.frames()) await frame.evaluate(axe.source);
  for (const [index, colorScheme] of colourSchemes.entries()) {
    await test.step(`${description} in ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      expect(
        await findViolations(page, { runOnly: index === 0 ? wcagRules : colourRules, resultTypes: ['violations'] }),
        `${description} in ${colorScheme}`,
      ).toEqual([]);
    });
  }
}

/** Closes the notices, which cover parts of the page for some seconds. */
async function closeNotices(page: Page): Promise<void> {
  const buttons = page.locator('.mantine-Notification-closeButton');
  await buttons.evaluateAll((all: HTMLElement[]) => {
    for (const button of all) button.click();
  });
  await expect(buttons).toHaveCount(0);
}

/** Violations as rule, selector and reason. */
const findViolations = (page: Page, options: RunOptions): Promise<string[]> =>
  page.evaluate(async (runOptions) => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const { violations, passes } = await engine.run(document, runOptions);
    if (violations.length + passes.length === 0) throw new Error('axe checked no rule on this page.');
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, any }) => `${id} (${help}): ${target.join(' ')} ${any[0]?.message ?? ''}`),
    );
  }, options);
