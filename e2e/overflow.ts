import type { Page } from '@playwright/test';

/**
 * Elements that overflow horizontally, with their widths in pixels: the page itself, or a box that scrolls; what may be wide, such as
 * the rows of a file with many columns, is marked.
 */
export const overflowing = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll('body *')]
      .filter(
        (element) =>
          element === document.documentElement ||
          (/auto|scroll/.test(getComputedStyle(element).overflowX) && !element.matches('[data-wide]')),
      )
      .filter((element) => element.scrollWidth > element.clientWidth + 1)
      .map((element) => `${element.tagName} ${element.className}: ${element.scrollWidth} in ${element.clientWidth}`),
  );
