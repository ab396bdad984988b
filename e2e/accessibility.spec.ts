import { type ColourScheme, expectAccessible } from './accessibility.ts';
import { allStates } from './all-states.ts';
import { overflowing } from './overflow.ts';
import { expect, test } from './test.ts';

type Width = 'desktop' | 'phone';

/**
 * Each state is checked in one width and one colour scheme, every pair of which occurs equally often;
 * `npm run proof -- --only accessibility` checks each in all.
 */
const isWhole = process.env['FULL_MATRIX'] === '1';
const cells = allStates.map((state, index) => ({
  ...state,
  widths: (isWhole ? ['desktop', 'phone'] : [index % 2 === 0 ? 'desktop' : 'phone']) as readonly Width[],
  colourSchemes: (isWhole ? ['light', 'dark'] : [index % 4 < 2 ? 'light' : 'dark']) as readonly ColourScheme[],
}));
const cellsOf = (width: Width) => cells.filter(({ widths }) => widths.includes(width));

for (const { name, account, path, open, colourSchemes } of cellsOf('desktop')) {
  test(`${name} has no WCAG 2.2 AA violations on a desktop`, async ({ page, openAs, product }) => {
    await page.emulateMedia({ colorScheme: colourSchemes[0]! });
    await (account ? openAs(account, path) : page.goto(product.urlOf('kestrel.localhost') + path));
    await open(page, false);
    await expectAccessible(page, name, colourSchemes);
  });
}

test.describe('accessibility on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  for (const { name, account, path, open, colourSchemes } of cellsOf('phone')) {
    test(`${name} has no WCAG 2.2 AA violations on a phone, and fits into 320 pixels without horizontal scrolling`, async ({
      page,
      openAs,
      product,
    }) => {
      await page.emulateMedia({ colorScheme: colourSchemes[0]! });
      await (account ? openAs(account, path) : page.goto(product.urlOf('kestrel.localhost') + path));
      await open(page, true);
      await expectAccessible(page, name, colourSchemes);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => overflowing(page)).toEqual([]);
    });
  }
});
