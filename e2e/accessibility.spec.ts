import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { statesOfRoles } from './role-states.ts';
import { statesOfPeople } from './states.ts';
import { statesOfSettings } from './settings-states.ts';
import { statesOfPlaces } from './structure-states.ts';
import { expect, test } from './test.ts';
import { statesOfUsers } from './user-states.ts';

const states = [...statesOfPeople, ...statesOfPlaces, ...statesOfSettings, ...statesOfRoles, ...statesOfUsers];

for (const { what, who, path, reach } of states) {
  test(`${what} is open to everybody at a desk, in light and in dark`, async ({ page, enter, product }) => {
    await (who ? enter(who, path) : page.goto(product.at('kestrel.localhost') + path));
    await reach(page, false);
    await expectAccessible(page, what);
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  for (const { what, who, path, reach } of states) {
    test(`${what} is open to everybody on a phone, and fits into 320 pixels without sideways scrolling`, async ({
      page,
      enter,
      product,
    }) => {
      await (who ? enter(who, path) : page.goto(product.at('kestrel.localhost') + path));
      await reach(page, true);
      await expectAccessible(page, what);
      await page.setViewportSize({ width: 320, height: 640 });
      await expect.poll(() => tooWide(page)).toEqual([]);
    });
  }
});

/** What would have to be scrolled sideways: the page itself, or a box in it. */
const tooWide = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body *')]
      .filter((box) => box === document.documentElement || /auto|scroll/.test(getComputedStyle(box).overflowX))
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.tagName} ${box.className}: ${box.scrollWidth} in ${box.clientWidth}`),
  );
