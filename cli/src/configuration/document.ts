import { isMap, isScalar, parseDocument, stringify, visit } from 'yaml';
import * as z from 'zod/mini';
import { CommandError } from '../failures.ts';

/** A text, or an object or list where a field has several values. */
export type Value = string | readonly unknown[] | { readonly [name: string]: unknown };

const Value: z.ZodMiniType<Value> = z.union([z.string(), z.array(z.unknown()), z.record(z.string(), z.unknown())]);
const Cells = z.record(z.string(), Value);
const Role = z.strictObject({
  description: z._default(z.string(), ''),
  level: z.string(),
  enabled: z._default(z.boolean(), true),
  rights: z.record(z.string(), z.array(z.string())),
});

/**
 * The configuration of an organisation as a file. Nodes have their codes as names, and `.` is the topmost one, so that the file fits another
 * installation too. Rows of lists have the ids that they were made with, which are the same everywhere. Secrets are not part of it.
 */
const Configuration = z.strictObject({
  storeward: z.literal(1),
  /** Where it was exported; files in its values are files of that server. */
  server: z.string(),
  roles: z.optional(z.record(z.string(), Role)),
  nodes: z.optional(z.record(z.string(), Cells)),
  settings: z.optional(z.record(z.string(), z.record(z.string(), Cells))),
  lists: z.optional(z.record(z.string(), z.record(z.string(), z.record(z.string(), Cells)))),
});
export type Configuration = z.infer<typeof Configuration>;

/** The name of the topmost node in a file. */
export const topName = '.';

/** A value as a text; one with several values as JSON. */
export const textOf = (value: Value): string => (typeof value === 'string' ? value : JSON.stringify(value));

export function formatConfiguration(configuration: Configuration, name: string): string {
  const heading = `# Configuration of ${name}, exported by storeward. Nodes are named by their codes; "${topName}" is the topmost one.\n`;
  return (
    heading.replaceAll(/\p{Cc}(?!$)/gu, ' ') +
    stringify(configuration, { lineWidth: 120, aliasDuplicateObjects: false, defaultStringType: 'PLAIN' })
  );
}

/** How many names lead to a field of a node, by the part of the file. */
const depths = { nodes: 2, settings: 3, lists: 4 };

/** Reads a file. Throws `CommandError` with the place of what is wrong. */
export function parseConfiguration(text: string): Configuration {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error) throw new CommandError('refused', `The file is no YAML: ${error.message}`);
  for (const [part, depth] of Object.entries(depths)) keepTexts(document.get(part), depth);
  visit(document, {
    Alias: () => {
      throw new CommandError(
        'refused',
        'The file is no configuration: it has aliases, which could expand to any size.',
      );
    },
  });
  const result = z.safeParse(Configuration, document.toJS());
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new CommandError('refused', `The file is no configuration: ${issue?.path.join('.')}: ${issue?.message}`);
}

/** Makes names and fields what is written: 0609 is a code and 1.10 a version, not numbers. Values within a field keep their types. */
function keepTexts(node: unknown, depth: number): void {
  if (isScalar(node) && typeof node.value !== 'string') node.value = node.source ?? '';
  if (!isMap(node) || depth === 0) return;
  for (const { key, value } of node.items) {
    keepTexts(key, 0);
    keepTexts(value, depth - 1);
  }
}
