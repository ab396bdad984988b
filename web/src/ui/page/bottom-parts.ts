const heights = new Map<HTMLElement, number>();

/**
 * Ref callback for elements that stay at the bottom of the page, such as the save bar. It sums their heights in
 * `--bottom-parts`, above which floating buttons are placed; Mantine's Affix does not know other elements.
 */
export function bottomPart(element: HTMLElement | null): (() => void) | undefined {
  if (!element) return undefined;
  const observer = new ResizeObserver(() => publish(heights.set(element, element.offsetHeight)));
  observer.observe(element);
  return () => {
    observer.disconnect();
    heights.delete(element);
    publish(heights);
  };
}

function publish(current: ReadonlyMap<HTMLElement, number>): void {
  const total = [...current.values()].reduce((sum, height) => sum + height, 0);
  document.documentElement.style.setProperty('--bottom-parts', `${total}px`);
}
