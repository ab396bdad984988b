/** The formatting that a message may have; a break has no content. */
const formats = ['b', 'strong', 'i', 'em', 'br'] as const;
type Format = (typeof formats)[number];

export type MarkupNode = string | { readonly format: Format; readonly children: readonly MarkupNode[] };

const tag = new RegExp(`<(/?)(${formats.join('|')})\\s*/?>`, 'gi');

type Open = { readonly format: Format | undefined; readonly children: MarkupNode[] };

/**
 * Parses text with basic formatting. Only the exact tags count, without attributes; everything else, such as other tags
 * or an end without a start, stays text as it is written.
 */
export function parseMarkup(html: string): readonly MarkupNode[] {
  const open: Open[] = [{ format: undefined, children: [] }];
  const append = (node: MarkupNode) => node !== '' && open.at(-1)!.children.push(node);
  const close = () => {
    const { format, children } = open.pop()!;
    if (format) append({ format, children });
  };
  let end = 0;
  for (const { 0: text, 1: slash, 2: name, index } of html.matchAll(tag)) {
    append(html.slice(end, index));
    end = index + text.length;
    const format = name!.toLowerCase() as Format;
    if (format === 'br') append({ format, children: [] });
    else if (!slash) open.push({ format, children: [] });
    else if (open.some((one) => one.format === format)) {
      while (open.at(-1)!.format !== format) close();
      close();
    } else append(text);
  }
  append(html.slice(end));
  while (open.length > 1) close();
  return open[0]!.children;
}
