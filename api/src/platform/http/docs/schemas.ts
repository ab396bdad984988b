import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import * as z from 'zod/mini';

export type Json = Record<string, unknown>;
type Schema = z.ZodMiniType;
type Direction = 'input' | 'output';
type Definition = { readonly type: string; readonly catchall?: Schema };

const prefix = '#/components/schemas/';
/** Shorter schemas, such as those of an id, are repeated where they are used. */
const namedTypes = new Set(['object', 'enum', 'union', 'array', 'record', 'nullable']);

/** The named schemas of an API description, and the references to them. */
export type Schemas = {
  /** The JSON Schema of a value in requests (`input`) or responses (`output`); named schemas are references. */
  readonly schemaOf: (schema: Schema, direction: Direction) => Json;
  /** The properties of the path or of the query of a request. */
  readonly parametersOf: (schema: Schema) => { properties?: Record<string, Json>; required?: readonly string[] };
  /** The named schemas that were referred to, directly or by each other, sorted by name. */
  readonly components: () => Json;
};

/** Every schema that a file of the contract exports, by the name of its export. */
export async function contractSchemas(): Promise<ReadonlyMap<string, Schema>> {
  const folder = dirname(fileURLToPath(import.meta.resolve('@storeward/contract/endpoint')));
  const schemas = new Map<string, Schema>();
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue;
    const exports = (await import(/* @vite-ignore */ pathToFileURL(join(folder, path)).href)) as Json;
    for (const [name, value] of Object.entries(exports)) {
      if (!/^[A-Z]/.test(name) || !isSchema(value) || !namedTypes.has(definitionOf(value).type)) continue;
      if (schemas.has(name) && schemas.get(name) !== value) throw new Error(`two files of the contract export ${name}`);
      schemas.set(name, value);
    }
  }
  return schemas;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value;
const definitionOf = (schema: Schema): Definition => schema._zod.def;

/**
 * Creates the components of one description. A schema that differs in requests, since defaults make properties optional,
 * has two components, and that of requests is called `<name>Request`.
 */
export function namedSchemas(contract: ReadonlyMap<string, Schema>): Schemas {
  const registry = z.registry<{ id: string }>();
  const names = new Map<Schema, string>();
  for (const [name, schema] of contract) {
    names.set(schema, name);
    registry.add(schema, { id: name });
  }

  const generate = (direction: Direction) =>
    (
      z.toJSONSchema(registry as never, {
        io: direction,
        unrepresentable: 'any',
        uri: (id: string) => prefix + id,
        override: simplify,
      }) as unknown as { schemas: Record<string, Json> }
    ).schemas;
  const definitions = { input: generate('input'), output: generate('output') };
  const distinct = distinctNames(definitions);
  const nameIn = (name: string, direction: Direction) =>
    direction === 'input' && distinct.has(name) ? `${name}Request` : name;
  const used = new Map<string, Json>();

  /** Replaces references by those of the direction, and notes what they refer to. */
  const resolve = (value: unknown, direction: Direction): unknown => {
    if (Array.isArray(value)) return value.map((one) => resolve(one, direction));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => key !== '$schema' && key !== '$id' && key !== '$defs')
        .map(([key, inner]) => {
          const name =
            typeof inner === 'string' ? /^#\/(?:\$defs|components\/schemas)\/(\w+)$/.exec(inner)?.[1] : undefined;
          return [key, name === undefined ? resolve(inner, direction) : refer(name, direction)];
        }),
    );
  };
  const refer = (name: string, direction: Direction): string => {
    const component = nameIn(name, direction);
    if (!used.has(component)) {
      used.set(component, {});
      used.set(component, resolve(definitions[direction][name], direction) as Json);
    }
    return prefix + component;
  };

  const describe = (schema: Schema, direction: Direction) => {
    const name = names.get(schema);
    const json =
      name === undefined
        ? z.toJSONSchema(schema, {
            io: direction,
            unrepresentable: 'any',
            metadata: registry as never,
            override: simplify,
          })
        : definitions[direction][name];
    return resolve(json, direction) as Json;
  };

  return {
    schemaOf(schema, direction) {
      const name = names.get(schema);
      return name === undefined ? describe(schema, direction) : { $ref: refer(name, direction) };
    },
    parametersOf: (schema) => describe(schema, 'input'),
    components: () => Object.fromEntries([...used].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

type Generated = { readonly zodSchema: unknown; readonly jsonSchema: unknown };

/** Drops what says nothing to a client. */
function simplify({ zodSchema, jsonSchema }: Generated): void {
  const json = jsonSchema as Json;
  // the patterns of ids and dates repeat their format
  if (json['format'] === 'uuid' || json['format'] === 'date') delete json['pattern'];
  if (json['minimum'] === Number.MIN_SAFE_INTEGER) delete json['minimum'];
  if (json['maximum'] === Number.MAX_SAFE_INTEGER) delete json['maximum'];
  // a client has to accept properties that a later version adds to a response
  if (json['additionalProperties'] === false && !isStrict(zodSchema as Schema)) delete json['additionalProperties'];
}

const isStrict = (schema: Schema): boolean => definitionOf(schema).catchall?._zod.def.type === 'never';

/** The names whose schemas differ between requests and responses, themselves or by what they refer to. */
function distinctNames({ input, output }: Record<Direction, Record<string, Json>>): ReadonlySet<string> {
  const texts = Object.keys(output).map((name): [string, string, string] => [
    name,
    JSON.stringify(input[name]),
    JSON.stringify(output[name]),
  ]);
  const distinct = new Set(texts.filter(([, first, second]) => first !== second).map(([name]) => name));
  for (let size = -1; size !== distinct.size;) {
    size = distinct.size;
    for (const [name, text] of texts)
      if ([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].some(([, other = '']) => distinct.has(other)))
        distinct.add(name);
  }
  return distinct;
}
