import type { Page } from '@playwright/test';

/**
 * Visible texts that do not fit, each with what is wrong: cut off by a box (an ellipsis is accepted outside of buttons, tabs
 * and headings), broken within a word without a hyphen, or drawn over another text. Codes and addresses may break anywhere.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const tolerance = 1.5;
    const mustBeWhole = 'button, th, [role="tab"], h1, h2, h3, legend';
    type Placed = { text: string; element: Element; rects: DOMRect[] };

    const isOnTop = (element: Element, { x, y, width, height }: DOMRect): boolean => {
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      return top !== null && (element.contains(top) || top.contains(element));
    };
    const placedTexts = (): Placed[] => {
      const found: Placed[] = [];
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent?.trim();
        if (!element || !text || element.closest('script, style, noscript, option, svg')) continue;
        if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const rects = [...range.getClientRects()].filter(({ width, height }) => width > 2 && height > 2);
        // texts for screen readers alone are a pixel wide
        const { width } = element.getBoundingClientRect();
        if (rects.length > 0 && width > 2 && isOnTop(element, rects[0]!)) found.push({ text, element, rects });
      }
      return found;
    };

    const clippingBox = (element: Element): Element | undefined => {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement)
        if (/hidden|clip/.test(getComputedStyle(box).overflowX)) return box;
      return undefined;
    };
    const isCutOff = ({ element, rects }: Placed): boolean => {
      const box = clippingBox(element);
      if (!box) return false;
      const { left, right } = box.getBoundingClientRect();
      if (!rects.some((rect) => rect.left < left - tolerance || rect.right > right + tolerance)) return false;
      return getComputedStyle(box).textOverflow !== 'ellipsis' || element.closest(mustBeWhole) !== null;
    };

    const brokenWord = ({ element }: Placed): string | undefined => {
      if (getComputedStyle(element).hyphens === 'auto') return undefined;
      for (const node of element.childNodes) {
        if (node.nodeType !== Node.TEXT_NODE) continue;
        for (const match of (node.textContent ?? '').matchAll(
          /(?<![\p{L}\p{N}\-./@:_\u00AD])\p{Script=Latin}{2,24}(?![\p{L}\p{N}\-./@:_\u00AD])/gu,
        )) {
          const range = document.createRange();
          range.setStart(node, match.index);
          range.setEnd(node, match.index + match[0].length);
          const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
          if (tops.some((top) => Math.abs(top - tops[0]!) > 4)) return match[0];
        }
      }
      return undefined;
    };

    const overlap = (a: DOMRect, b: DOMRect): boolean =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 3 &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 5;

    const placed = placedTexts();
    const found: string[] = [];
    for (const [index, one] of placed.entries()) {
      if (isCutOff(one)) found.push(`cut off: ${one.text}`);
      const word = brokenWord(one);
      if (word !== undefined) found.push(`broken: ${word} in “${one.text}”`);
      const other = placed
        .slice(index + 1)
        .find(
          ({ element, rects }) =>
            element !== one.element && rects.some((rect) => one.rects.some((mine) => overlap(mine, rect))),
        );
      if (other) found.push(`overlapping: “${one.text}” and “${other.text}”`);
    }
    return [...new Set(found)];
  });
