import type { Page } from '@playwright/test';
import { expectAccessible } from './accessibility.ts';
import { productStates } from './product-states.ts';
import { roleStates } from './role-states.ts';
import { generalStates } from './states.ts';
import { settingsStates } from './settings-states.ts';
import { structureStates } from './structure-states.ts';
import { expect, test } from './test.ts';
import { userStates } from './user-states.ts';

const states = [
  ...generalStates,
  ...structureStates,
  ...settingsStates,
  ...roleStates,
  ...productStates,
  ...userStates,
];

/** Each state is checked in one of the two widths; `npm run proof -- --only accessibility` checks each in both. */
const statesOf = (width: 'desktop' | 'phone') =>
  states.filter((_, index) => process.env['FULL_MATRIX'] === '1' || (index % 2 === 0) === (width === 'desktop'));

for (const { name, account, path, open } of statesOf('desktop')) {
  test(`${name} has no WCAG 2.2 AA violations on a desktop, in light and dark`, async ({ page, openAs, product }) => {
    await (account ? openAs(account, path) : page.goto(product.urlOf('kestrel.localhost') + path));
    await open(page, false);
    await expectAccessible(page, name);
  });
}

test.describe('accessibility on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  for (const { name, account, path, open } of statesOf('phone')) {
    test(`${name} has no WCAG 2.2 AA violations on a phone, and fits into 320 pixels without horizontal scrolling`, async ({
      page,
      openAs,
      product,
    }) => {
      await (account ? openAs(account, path) : page.goto(product.urlOf('kestrel.localhost') + path));
      await open(page, true);
      await expectAccessible(page, name);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => overflowing(page)).toEqual([]);
    });
  }
});

/** Elements that overflow horizontally: the page itself, or a box in it. */
const overflowing = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body *')]
      .filter(
        (element) => element === document.documentElement || /auto|scroll/.test(getComputedStyle(element).overflowX),
      )
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth} in ${element.clientWidth}`),
  );
