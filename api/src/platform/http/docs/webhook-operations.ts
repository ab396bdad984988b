import { ConfigurationMessage, RecordMessage } from '@storeward/contract/webhooks/webhook-messages';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

/** The requests that webhooks send, as the `webhooks` of an OpenAPI 3.1 document. */
export const webhookOperations = (): Json => ({
  configurationMessage: webhookOperation(
    'webhookMessages.configuration',
    'Effective settings of stores at or below the node changed, or a test was requested. Beyond 150,000 values stores count as changed without a comparison.',
    ConfigurationMessage,
  ),
  recordMessage: webhookOperation(
    'webhookMessages.record',
    'A record at or below the node changed, or a security event happened, as the audit has it.',
    RecordMessage,
  ),
});

function webhookOperation(operationId: string, summary: string, schema: z.ZodMiniType): Json {
  const { $schema: _, ...message } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as Json;
  return {
    post: {
      operationId,
      tags: ['webhooks'],
      summary,
      security: [],
      parameters: [
        header('webhook-id', 'The id of the message, the same each time it is sent.', {
          type: 'string',
          format: 'uuid',
        }),
        header('webhook-timestamp', 'When it was sent, in seconds since 1970.', { type: 'string', pattern: '^\\d+$' }),
        header('webhook-signature', 'Signatures by Standard Webhooks, `v1,` and base64, separated by spaces.', {
          type: 'string',
        }),
      ],
      requestBody: { required: true, content: { 'application/json': { schema: message } } },
      responses: {
        '2XX': { description: 'Taken.' },
        '410': { description: 'Gone: the webhook is turned off, and nothing is sent until a user turns it on again.' },
        '4XX': {
          description:
            'Refused: it is sent again like any other failure, since receivers mend such answers too. A webhook that accepts nothing for five days is turned off.',
        },
        default: {
          description:
            'Any other status: it is sent again, with growing intervals for a day, and not before the time of a `Retry-After` (seconds or a date; an hour at most).',
        },
      },
    },
  };
}

const header = (name: string, description: string, schema: Json): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});
