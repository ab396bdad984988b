import type { Page } from '@playwright/test';

/**
 * Elements that overflow horizontally, with their widths in pixels: the page itself, or a box that scrolls; a region that
 * the arrow keys scroll, such as the rows of a wide file, is meant to.
 */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body *')]
      .filter(
        (element) =>
          element === document.documentElement ||
          (/auto|scroll/.test(getComputedStyle(element).overflowX) &&
            !element.matches('[role="region"][tabindex="0"]')),
      )
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth} in ${element.clientWidth}`),
  );
