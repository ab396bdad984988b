// Refuses regular expressions that take more than linear time: node scripts/check-patterns.ts
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { analyse } from 'scslre';
import { readTree } from './check-structure.ts';
import type { SourceTree } from './structure/layers.ts';

const isServerCode = (path: string): boolean =>
  /^(?:api|contract)\/src\/.*\.ts$/.test(path) && !path.endsWith('.test.ts');

/** Every expression of the server that a long text could block it with, with the way to mend it. */
export function patternErrors(tree: SourceTree): string[] {
  return [...tree].filter(([path]) => isServerCode(path)).flatMap(([path, source]) => errorsOf(path, source));
}

function errorsOf(path: string, source: string): string[] {
  const errors: string[] = [];
  const check = (start: number, pattern: string | undefined, flags: string) => {
    const error =
      pattern === undefined ? 'has no constant text, so that it cannot be checked' : errorOf(pattern, flags);
    const line = source.slice(0, start).split('\n').length;
    if (error) errors.push(`${path}:${line} /${pattern ?? '…'}/${flags} ${error}`);
  };
  const constants = new Map<string, Node>();
  const created = ({ start, callee, arguments: given }: Call) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const [pattern, flags] = given.map((argument) => constantText(argument, constants));
    check(start, pattern, flags ?? '');
  };
  const { program } = parseSync(path, source);
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init) constants.set(id.name, init);
    },
  }).visit(program);
  new Visitor({
    Literal(literal) {
      if ('regex' in literal) check(literal.start, literal.regex.pattern, literal.regex.flags);
    },
    NewExpression: created,
    CallExpression: created,
  }).visit(program);
  return errors;
}

type Node = {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
  readonly expressions?: readonly Node[];
  readonly elements?: readonly (Node | null)[];
  readonly object?: Node;
  readonly property?: Node;
  readonly callee?: Node;
  readonly arguments?: readonly Node[];
};
type Call = { readonly start: number; readonly callee: Node; readonly arguments: readonly Node[] };

/** The text of a string, of a template, of joined texts or of a constant of the file; any other inserted value counts as one letter. */
function constantText(node: Node, constants: ReadonlyMap<string, Node>): string | undefined {
  const { type, value, quasis = [], expressions = [], callee } = node;
  if (type === 'TemplateLiteral')
    return quasis
      .map((part, index) => {
        const inserted = expressions[index];
        return (part.value.cooked ?? '') + (inserted ? (constantText(inserted, constants) ?? 'x') : '');
      })
      .join('');
  if (type === 'Identifier') {
    const declared = constants.get(String(node.name));
    // a constant that names itself would never end
    const others = new Map([...constants].filter(([name]) => name !== node.name));
    return declared && constantText(declared, others);
  }
  if (type === 'CallExpression' && callee?.property?.name === 'join' && callee.object?.type === 'ArrayExpression') {
    const separator = node.arguments?.[0]?.value;
    return (callee.object.elements ?? [])
      .map((element) => (element && constantText(element, constants)) ?? 'x')
      .join(typeof separator === 'string' ? separator : ',');
  }
  return typeof value === 'string' ? value : undefined;
}

function errorOf(source: string, flags: string): string | undefined {
  const [report] = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } }).reports;
  return (
    report &&
    'takes more than linear time for a long text: let each character be matched in one way, and each match begin in one place'
  );
}

if (import.meta.main) {
  const errors = patternErrors(readTree(join(import.meta.dirname, '..')));
  for (const error of errors) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
  else console.log('patterns: all take linear time');
}
