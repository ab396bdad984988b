import type { Content, Operation, OperationText, Response } from './operation.ts';

/**
 * Merges two operations that share method and path into one, which accepts and returns what either does. `x-overloads` describes each.
 */
export function mergeOverloads(
  first: Operation,
  second: Operation,
  discriminator: OperationText['discriminator'],
): Operation {
  const overloads = [first, second].map(({ operationId, summary, ...rest }) => ({
    operationId,
    summary,
    ...('x-permission' in rest ? { 'x-permission': rest['x-permission'] } : {}),
  }));
  const { 'x-permission': _, ...shared } = first;
  const statuses = new Set([...Object.keys(first.responses), ...Object.keys(second.responses)]);
  return {
    ...shared,
    operationId: first.operationId,
    summary: `${first.summary} ${second.summary}`,
    description: [first, second]
      .map(({ operationId, summary, description = '' }) => `**${operationId}**: ${summary} ${description}`.trim())
      .join('\n\n'),
    'x-overloads': overloads,
    ...(first.requestBody && second.requestBody
      ? {
          requestBody: {
            required: true as const,
            content: either(first.requestBody.content, second.requestBody.content, discriminator),
          },
        }
      : {}),
    responses: Object.fromEntries(
      [...statuses].map((status): [string, Response] => {
        const [a, b] = [first.responses[status], second.responses[status]];
        if (!a || !b) return [status, (a ?? b)!];
        return [status, { ...a, description: bothLines(a, b), content: either(a.content, b.content) }];
      }),
    ),
  };
}

const json = 'application/json';

function either(first: Content, second: Content, discriminator?: OperationText['discriminator']): Content {
  const [a, b] = [first[json]!, second[json]!];
  const isSame = JSON.stringify(a.schema) === JSON.stringify(b.schema);
  const examples = { ...a.examples, ...b.examples };
  return {
    [json]: {
      schema: isSame
        ? a.schema
        : { anyOf: [a.schema, b.schema], ...(discriminator ? { discriminator: withReferences(discriminator) } : {}) },
      ...(Object.keys(examples).length > 0 ? { examples } : {}),
    },
  };
}

const bothLines = (a: Response, b: Response): string =>
  [...new Set([...a.description.split('\n'), ...b.description.split('\n')])].join('\n');

const withReferences = ({ propertyName, mapping }: NonNullable<OperationText['discriminator']>) => ({
  propertyName,
  mapping: Object.fromEntries(Object.entries(mapping).map(([value, name]) => [value, `#/components/schemas/${name}`])),
});
