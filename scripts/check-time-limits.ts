// Refuses limits of time that a test sets as a number: node scripts/check-time-limits.ts
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { readTree } from './check-structure.ts';
import type { SourceTree } from './structure/layers.ts';

/** The only file with limits in numbers. */
const home = 'api/test/limits.ts';
const testFolders = /^(?:api|web|cli|client)\/test\/|^e2e\//;
const isTestCode = (path: string): boolean =>
  /\.tsx?$/.test(path) && (/\.(?:test|spec)\.tsx?$/.test(path) || testFolders.test(path));

/** Functions whose last argument may be a limit in milliseconds. */
const limited = /^(?:test|it|describe|beforeAll|beforeEach|afterAll|afterEach)\b|\b(?:waitFor|waitUntil|setTimeout)$/;
/** Timers of the language and of the page are no limits. */
const timers = /^(?:window\.|globalThis\.)?setTimeout$/;

/** Every limit that is a number of its own, with the way to mend it. */
export function timeLimitErrors(tree: SourceTree): string[] {
  return [...tree]
    .filter(([path]) => isTestCode(path) && path !== home)
    .flatMap(([path, source]) => errorsOf(path, source));
}

function errorsOf(path: string, source: string): string[] {
  const errors: string[] = [];
  const report = ({ start, end }: { readonly start: number; readonly end: number }) => {
    const line = source.slice(0, start).split('\n').length;
    errors.push(
      `${path}:${line} ${source.slice(start, end)}: a test sets no limit of time in numbers; leave it out, or use longTest or longWait of ${home}`,
    );
  };
  const hasNumber = ({ start, end }: { readonly start: number; readonly end: number }) =>
    /(?<![\w.$])\d/.test(source.slice(start, end));
  new Visitor({
    Property(property) {
      const { key, value } = property;
      if (key.type === 'Identifier' && key.name === 'timeout' && hasNumber(value)) report(property);
    },
    CallExpression({ callee, arguments: given }) {
      const name = source.slice(callee.start, callee.end);
      const last = given.at(-1);
      if (last && limited.test(name) && !timers.test(name) && isNumeric(last.type) && hasNumber(last)) report(last);
    },
  }).visit(parseSync(path, source).program);
  return errors;
}

const isNumeric = (type: string): boolean => ['Literal', 'BinaryExpression', 'ConditionalExpression'].includes(type);

if (import.meta.main) {
  const errors = timeLimitErrors(readTree(join(import.meta.dirname, '..')));
  for (const error of errors) console.error(error);
  if (errors.length > 0) process.exitCode = 1;
  else console.log('time limits: no test sets one in numbers');
}
