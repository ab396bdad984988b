import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  SyntaxKind,
  type Node,
  type PropertyAccessExpression,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast';
import { isTemplateExpression } from 'typescript/unstable/ast/is';
import { API, SymbolFlags, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync';

/** What a value is at run time. `undefined`: the column may be missing. `any`: nothing is asserted. */
export type ValueKind = 'string' | 'number' | 'boolean' | 'null' | 'bytes' | 'array' | 'object' | 'undefined' | 'any';

/** A `sql<T>` template of the server whose result has the type T, and that type. */
export type TypedTemplate = {
  /** `file:line`, relative to the repository. */
  readonly location: string;
  /** The texts between the parameters, which identify the template at run time. */
  readonly fragments: readonly string[];
  /** The columns of a statement. */
  readonly columns?: Readonly<Record<string, readonly ValueKind[]>>;
  /** The values of an expression that is selected under a name of its own. */
  readonly value?: readonly ValueKind[];
};

const root = join(import.meta.dirname, '../..');
const cacheFile = join(root, 'node_modules/.cache/statement-types.json');

/** All typed templates of the server, from the type checker; stored until a source changes, because it takes a second. */
export function readTypedTemplates(): readonly TypedTemplate[] {
  const files = globSync('{api,contract}/src/**/*.ts', { cwd: root }).toSorted();
  const hash = createHash('sha256');
  for (const file of [import.meta.filename, ...files.map((name) => join(root, name))]) hash.update(readFileSync(file));
  const key = hash.digest('hex');
  const cached = existsSync(cacheFile) ? JSON.parse(readFileSync(cacheFile, 'utf8')) : undefined;
  if (cached?.key === key) return cached.templates;
  const templates = checkTemplates(files.filter((file) => file.startsWith('api/') && !file.endsWith('.test.ts')));
  mkdirSync(join(cacheFile, '..'), { recursive: true });
  writeFileSync(cacheFile, JSON.stringify({ key, templates }));
  return templates;
}

function checkTemplates(files: readonly string[]): TypedTemplate[] {
  const api = new API({ cwd: root });
  try {
    const project = api.updateSnapshot({ openProjects: [join(root, 'api/tsconfig.json')] }).getProjects()[0];
    if (!project) throw new Error('api/tsconfig.json could not be opened');
    return files.flatMap((file) => {
      const source = project.program.getSourceFile(join(root, file));
      if (!source) throw new Error(`${file} does not belong to api/tsconfig.json`);
      return templatesIn(source).flatMap((template) => {
        const [argument] = template.typeArguments ?? [];
        const type = argument && project.checker.getTypeFromTypeNode(argument);
        if (!type) return [];
        const line = source.text.slice(0, template.tag.end).split('\n').length;
        return [
          {
            location: `${file}:${line}`,
            fragments: fragmentsOf(template),
            ...resultOf(template, type, project.checker),
          },
        ];
      });
    });
  } finally {
    api.close();
  }
}

function templatesIn(node: Node): TaggedTemplateExpression[] {
  const found: TaggedTemplateExpression[] = [];
  const visit = (child: Node): void => {
    if (child.kind === SyntaxKind.TaggedTemplateExpression) found.push(child as TaggedTemplateExpression);
    child.forEachChild(visit);
  };
  visit(node);
  return found;
}

function fragmentsOf({ template }: TaggedTemplateExpression): string[] {
  return isTemplateExpression(template)
    ? [template.head.text, ...template.templateSpans.map(({ literal }) => literal.text)]
    : [template.text];
}

function resultOf(template: Node, type: Type, checker: Checker): Pick<TypedTemplate, 'columns' | 'value'> {
  const kinds = kindsOf(type, checker);
  if (kinds.join() === 'object') {
    const columns = checker.getPropertiesOfType(type).map((property): [string, ValueKind[]] => {
      const columnType = checker.getTypeOfSymbol(property);
      if (!columnType) throw new Error(`the type of ${property.name} is unknown`);
      const optional: ValueKind[] = property.flags & SymbolFlags.Optional ? ['undefined'] : [];
      return [property.name, [...kindsOf(columnType, checker), ...optional]];
    });
    return { columns: Object.fromEntries(columns) };
  }
  const isSelected =
    template.parent.kind === SyntaxKind.PropertyAccessExpression &&
    (template.parent as PropertyAccessExpression).name.text === 'as';
  return isSelected ? { value: kinds } : {};
}

function kindsOf(type: Type, checker: Checker): ValueKind[] {
  const { flags } = type;
  if (flags & TypeFlags.AnyOrUnknown) return ['any'];
  if (type.isUnionType()) return [...new Set(type.getTypes().flatMap((one) => kindsOf(one, checker)))];
  if (flags & TypeFlags.StringLike) return ['string'];
  if (flags & TypeFlags.NumberLike) return ['number'];
  if (flags & TypeFlags.BooleanLike) return ['boolean'];
  if (flags & TypeFlags.Null) return ['null'];
  if (flags & TypeFlags.Undefined) return ['undefined'];
  if (type.isIntersectionType()) {
    const parts = type.getTypes().flatMap((one) => kindsOf(one, checker));
    return [parts.find((kind) => kind !== 'object') ?? 'object'];
  }
  if (checker.isArrayLikeType(type)) return ['array'];
  return type.getSymbol()?.name === 'Buffer' ? ['bytes'] : ['object'];
}
