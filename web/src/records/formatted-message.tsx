import { createElement, Fragment, type ReactNode } from 'react';
import { type PhraseKey, useT } from '../platform/text/i18n.ts';
import { type MarkupNode, parseMarkup } from './markup.ts';

export type Message = {
  readonly phrase: PhraseKey;
  /** Names and other data, always inserted as plain text. */
  readonly values?: Readonly<Record<string, string | number>>;
};

const placeholder = /\uE000(\d+)\uE001/;

/** A phrase with basic formatting. Its values are inserted after it is parsed, so that they are never formatting. */
export function FormattedMessage({ phrase, values = {} }: Message) {
  const t = useT();
  const texts = Object.values(values).map(String);
  const placeholders = Object.fromEntries(
    // numbers decide about the plural
    Object.entries(values).map(([name, value], index) => [
      name,
      typeof value === 'number' ? value : `\uE000${index}\uE001`,
    ]),
  );
  return render(parseMarkup(t(phrase, placeholders)), texts);
}

const render = (nodes: readonly MarkupNode[], texts: readonly string[]): ReactNode =>
  nodes.map((node, position) =>
    typeof node === 'string' ? (
      // oxlint-disable-next-line react/no-array-index-key -- the nodes have no identity, and never move
      <Fragment key={position}>{withValues(node, texts)}</Fragment>
    ) : node.format === 'br' ? (
      // oxlint-disable-next-line react/no-array-index-key
      <br key={position} />
    ) : (
      createElement(node.format, { key: position }, render(node.children, texts))
    ),
  );

/** The text with its values in place of the placeholders. */
const withValues = (text: string, texts: readonly string[]): string =>
  text
    .split(placeholder)
    .map((part, index) => (index % 2 === 0 ? part : (texts[Number(part)] ?? '')))
    .join('');
