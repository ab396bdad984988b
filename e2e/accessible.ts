import { expect, type Page, test } from '@playwright/test';
import axe, { type RunOptions } from 'axe-core';

const ofTheGuidelines: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
// what the colours decide; all else is the same page in light and in dark
const ofColours: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Holds what a page shows now against the rules of WCAG 2.2 AA: all of them in light, and those about colours in dark too. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  // a picture of the portal within the portal is a page of its own
  for (const frame of page.frames()) await frame.evaluate(axe.source);
  for (const [colorScheme, runOnly] of [
    ['light', ofTheGuidelines],
    ['dark', ofColours],
  ] as const) {
    await test.step(`${what} in ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      expect(await faultsOf(page, { runOnly, resultTypes: ['violations'] }), `${what} in ${colorScheme}`).toEqual([]);
    });
  }
}

/** What breaks a rule: which one, where, and why. */
const faultsOf = (page: Page, options: RunOptions): Promise<string[]> =>
  page.evaluate(async (asked) => {
    const { axe: engine } = window as unknown as { axe: typeof axe };
    const { violations, passes } = await engine.run(document, asked);
    if (violations.length + passes.length === 0) throw new Error('No rule was held against this page.');
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, any }) => `${id} (${help}): ${target.join(' ')} ${any[0]?.message ?? ''}`),
    );
  }, options);
