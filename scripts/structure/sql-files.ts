import { functionsIn } from '../../api/src/platform/database/schema/schema.ts';
import type { SourceTree } from './layers.ts';

const functionFile = /^api\/sql\/functions\/([^/]+)\.sql$/;
const stepFile = /^api\/(?:sql|migrations)\/[^/]+\.sql$/;

/** Statements that may name a function, since they only store its name; any other would run the current function on old tables. */
const namingStatements =
  /^\s*(?:create\s+(?:trigger|policy)|alter\s+policy|drop\s+function|alter\s+table\s+\w+\s+alter\s+column\s+\w+\s+set\s+default)\b/i;

/** Violations of the rules for SQL files, each with the way to fix it. */
export function sqlFileErrors(tree: SourceTree): string[] {
  const functions = [...tree.keys()].flatMap((path) => {
    const name = functionFile.exec(path)?.[1];
    return name === undefined ? [] : [{ name }];
  });
  return [...tree].flatMap(([path, source]) => {
    const name = functionFile.exec(path)?.[1];
    if (name !== undefined) return functionErrors(path, name, withoutComments(source));
    return stepFile.test(path) ? stepErrors(path, withoutComments(source), functions) : [];
  });
}

function functionErrors(path: string, name: string, source: string): string[] {
  const created = [...source.matchAll(/\bcreate\s+(or\s+replace\s+)?function\s+(\w+)/gi)];
  const errors = [];
  if (created.length !== 1 || created[0]?.[1] === undefined || created[0][2] !== name)
    errors.push(`${path}: must contain "create or replace function ${name}" and no other function`);
  if (/\b(?:set\s+search_path|alter\s+function|grant\s|revoke\s)/i.test(source))
    errors.push(
      `${path}: sets its search path, owner or privileges; those are in api/src/platform/database/schema/function-access.ts`,
    );
  return errors;
}

function stepErrors(path: string, source: string, functions: readonly { readonly name: string }[]): string[] {
  const errors = /\bcreate\s+(?:or\s+replace\s+)?function\b/i.test(source)
    ? [`${path}: creates a function; put it into api/sql/functions`]
    : [];
  const rest = source
    .replace(/--.*$/gm, '')
    .split(';')
    .filter((statement) => !namingStatements.test(statement))
    .join(';');
  const called = functionsIn(rest, functions).map(({ name }) => name);
  return called.length === 0
    ? errors
    : [
        ...errors,
        `${path}: calls ${called.join(', ')}; write out what it does, since functions change after a migration`,
      ];
}

function withoutComments(sql: string): string {
  return sql.replace(/--.*$/gm, '');
}
