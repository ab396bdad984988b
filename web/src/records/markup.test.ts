import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type MarkupNode, parseMarkup } from './markup.ts';

const formatsOf = (nodes: readonly MarkupNode[]): string[] =>
  nodes.flatMap((node) => (typeof node === 'string' ? [] : [node.format, ...formatsOf(node.children)]));
const textOf = (nodes: readonly MarkupNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : textOf(node.children))).join('');

describe('the markup of a message', () => {
  test('is bold and italic text, nested, with breaks', () => {
    expect(parseMarkup('Delete <b>all <i>three</i></b>?<br/>Then <STRONG>save</STRONG>.')).toEqual([
      'Delete ',
      { format: 'b', children: ['all ', { format: 'i', children: ['three'] }] },
      '?',
      { format: 'br', children: [] },
      'Then ',
      { format: 'strong', children: ['save'] },
      '.',
    ]);
  });

  test('is closed where an outer format ends, and at the end of the text', () => {
    expect(parseMarkup('<b>one<i>two</b>three')).toEqual([
      { format: 'b', children: ['one', { format: 'i', children: ['two'] }] },
      'three',
    ]);
    expect(parseMarkup('<em>open')).toEqual([{ format: 'em', children: ['open'] }]);
  });

  test.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<b onmouseover="alert(1)">name</bold>',
    '<b style=color:red>',
    '<svg/onload=alert(1)>',
    '<a href="javascript:alert(1)">here</a>',
    '<iframe srcdoc="<script>alert(1)</script>">',
    '<math><mtext><style><img src onerror=alert(1)>',
    '<bonus>',
    '<b\u0000>',
    '<!--<b-->',
    '<![CDATA[x]]>',
    '&lt;script&gt;',
    '< b>',
    '</b>',
    '<<script>script>',
    '{{constructor.constructor("alert(1)")()}}',
    '\u202e<tpircs>',
  ])('has no formatting in %j, which stays as it is written', (hostile) => {
    expect(parseMarkup(hostile)).toEqual([hostile]);
  });

  test('never has another format than basic ones, and loses no text', () => {
    const part = fc.oneof(
      fc.string(),
      fc.constantFrom('<b>', '</b>', '<i>', '</i>', '<br>', '<em>', '</em>', '<script>', '<b x>', '<', '>', '</'),
    );
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const html = parts.join('');
        const nodes = parseMarkup(html);
        for (const format of formatsOf(nodes)) expect(['b', 'strong', 'i', 'em', 'br']).toContain(format);
        const withoutTags = (text: string) => text.replaceAll(/<\/?(?:b|strong|i|em|br)\s*\/?>/gi, '');
        expect(withoutTags(textOf(nodes))).toBe(withoutTags(html));
      }),
    );
  });
});
