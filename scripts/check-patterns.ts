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
  const created = ({ start, callee, arguments: given }: Call) => {
    if (callee.type !== 'Identifier' || callee.name !== 'RegExp') return;
    const [pattern, flags] = given.map(constantText);
    check(start, pattern, flags ?? '');
  };
  new Visitor({
    Literal(literal) {
      if ('regex' in literal) check(literal.start, literal.regex.pattern, literal.regex.flags);
    },
    NewExpression: created,
    CallExpression: created,
  }).visit(parseSync(path, source).program);
  return errors;
}

type Node = {
  readonly type: string;
  readonly name?: unknown;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null } }[];
};
type Call = { readonly start: number; readonly callee: Node; readonly arguments: readonly Node[] };

/** The text of a string or template; each inserted value counts as one letter. */
function constantText({ type, value, quasis }: Node): string | undefined {
  if (type === 'TemplateLiteral') return quasis?.map((part) => part.value.cooked ?? '').join('x');
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
