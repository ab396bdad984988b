import type { Page } from '@playwright/test';

/**
 * Visible texts that do not fit, each with what is wrong: cut off by a box (an ellipsis is accepted outside of buttons, tabs
 * and headings; hints and choices of fields among them), broken within a word without a hyphen, or drawn over another text. Codes and addresses may break anywhere.
 */
export const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const tolerance = 1.5;
    const mustBeWhole = 'button, th, [role="tab"], [role="radiogroup"] label, h1, h2, h3, legend';
    type Placed = { text: string; element: Element; rects: DOMRect[] };

    // what is scrolled away or behind a dialog is not seen; a text without a background hides nothing
    const isSeen = (element: Element, { x, y, width, height }: DOMRect): boolean =>
      [x + Math.min(width / 2, 4), x + width / 2].some((point) => isSeenAt(element, point, y + height / 2));
    const isSeenAt = (element: Element, x: number, y: number): boolean => {
      for (const above of document.elementsFromPoint(x, y)) {
        if (element.contains(above)) return true;
        const { backgroundColor, backgroundImage } = getComputedStyle(above);
        if (backgroundColor !== 'rgba(0, 0, 0, 0)' || backgroundImage !== 'none') return false;
      }
      return false;
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
        if (rects.length > 0 && width > 2 && isSeen(element, rects[0]!)) found.push({ text, element, rects });
      }
      return found;
    };

    const clippingBox = (element: Element): Element | undefined => {
      for (let box: Element | null = element; box && box !== document.body; box = box.parentElement) {
        const { overflowX } = getComputedStyle(box);
        if (/auto|scroll/.test(overflowX)) return undefined;
        if (/hidden|clip/.test(overflowX)) return box;
      }
      return undefined;
    };
    const isInside = (element: Element, x: number): boolean => {
      const box = clippingBox(element)?.getBoundingClientRect();
      return !box || (x >= box.left && x <= box.right);
    };
    const isCutOff = ({ element, rects }: Placed): boolean => {
      const box = clippingBox(element);
      if (!box) return false;
      const { left, right } = box.getBoundingClientRect();
      if (!rects.some((rect) => rect.left < left - tolerance || rect.right > right + tolerance)) return false;
      return getComputedStyle(box).textOverflow !== 'ellipsis' || element.closest(mustBeWhole) !== null;
    };

    const chosenText = (field: Element): string => {
      if (field instanceof HTMLSelectElement) return field.selectedOptions[0]?.text ?? '';
      if (!(field instanceof HTMLInputElement)) return '';
      return field.value === '' ? field.placeholder : field.readOnly ? field.value : '';
    };
    /** The hint of an empty field, or the chosen option of one that is not typed into, where it is wider than the field. */
    const cutOffHint = (field: HTMLInputElement | HTMLSelectElement): string | undefined => {
      const text = chosenText(field);
      const rect = field.getBoundingClientRect();
      if (text === '' || rect.width < 3 || !field.checkVisibility({ visibilityProperty: true })) return undefined;
      const style = getComputedStyle(field);
      const { fontStyle, fontWeight, fontSize, fontFamily, letterSpacing, paddingLeft, paddingRight } = style;
      const context = document.createElement('canvas').getContext('2d')!;
      // the shorthand is empty where digits have a variant of their own
      Object.assign(context, { font: `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`, letterSpacing });
      const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      // an input shortens its text from the first part of a pixel; a select is as wide as its option
      const slack = field instanceof HTMLInputElement ? 0.1 : tolerance;
      return context.measureText(text).width > room + slack && isSeen(field, rect) ? text : undefined;
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

    /** Whether both are seen where they overlap; texts that are cut off there, or covered, are not. */
    const overlap = (one: Placed, other: Placed): boolean =>
      one.rects.some((a) =>
        other.rects.some((b) => {
          const [left, right] = [Math.max(a.left, b.left), Math.min(a.right, b.right)];
          const [top, bottom] = [Math.max(a.top, b.top), Math.min(a.bottom, b.bottom)];
          if (right - left <= 3 || bottom - top <= 5) return false;
          const point = [(left + right) / 2, (top + bottom) / 2] as const;
          return [one, other].every(({ element }) => isInside(element, point[0]) && isSeenAt(element, ...point));
        }),
      );

    const placed = placedTexts();
    const found: string[] = [];
    for (const [index, one] of placed.entries()) {
      if (isCutOff(one)) found.push(`cut off: ${one.text}`);
      const word = brokenWord(one);
      if (word !== undefined) found.push(`broken: ${word} in “${one.text}”`);
      const other = placed.slice(index + 1).find((next) => next.element !== one.element && overlap(one, next));
      if (other) found.push(`overlapping: “${one.text}” and “${other.text}”`);
    }
    for (const field of document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
      const hint = cutOffHint(field);
      if (hint !== undefined) found.push(`cut off: ${hint}`);
    }
    return [...new Set(found)];
  });
