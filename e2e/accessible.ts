import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Holds what a page shows now against the rules of WCAG 2.2 AA, in light and in dark. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await test.step(`${what} in ${colorScheme}`, async () => {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
      const { violations } = await new AxeBuilder({ page }).withTags(rules).setLegacyMode().analyze();
      const faults = violations.flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, any }) => `${id} (${help}): ${target.join(' ')} ${any[0]?.message ?? ''}`),
      );
      expect(faults, `${what} in ${colorScheme}`).toEqual([]);
    });
  }
}
