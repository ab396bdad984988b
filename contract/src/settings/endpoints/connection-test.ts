import * as z from 'zod/mini';
import { endpoints } from '../../endpoint.ts';
import { NodeId } from '../../nodes.ts';
import { FieldInput } from '../engine/section-state.ts';
import { SectionName } from '../sections.ts';

/** The result of a connection test. All but the first three say why the service cannot be used. */
export const connectionResults = [
  'connected',
  /** Connected without encryption. */
  'connectedPlain',
  /** The service knows the client, but needs more than these settings to grant access. */
  'clientKnown',
  'wrongCredentials',
  /** A stored secret is not sent to an address that was changed after it was entered. */
  'secretNeeded',
  'folderMissing',
  'noEncryption',
  'noDataConnection',
  /** The FTP server announces another address for data connections. */
  'dataElsewhere',
  'grantRefused',
  'siteUnknown',
  'appUnknown',
  'redirected',
  'unexpectedAnswer',
  'timeout',
  'noConnection',
  'unknownHost',
  'badCertificate',
  'privateAddress',
] as const;
export type ConnectionResult = (typeof connectionResults)[number];

export const ConnectionTest = z.object({
  result: z.enum(connectionResults),
  /** Host and port. */
  address: z.string(),
  durationMs: z.int(),
});
export type ConnectionTest = z.infer<typeof ConnectionTest>;

/** How many connections one user, and all users of an organisation, may test within the minutes. */
export const connectionTestLimits = { minutes: 10, user: 20, organisation: 60 } as const;

/** Tests of the connections that sections describe. */
export const connectionTests = endpoints({
  run: {
    method: 'POST',
    path: '/node-management/node/{id}/settings/{section}/connection-test',
    summary:
      'Connects to the service that a section describes, with what is stored and these changes, and reports the result; nothing is changed.',
    // the permissions of modules, since all sections with a connection belong to modules
    allow: { any: ['EDIT_NODE_MODULE', 'UPDATE_ORGANISATION_MODULE'] },
    params: z.object({ id: NodeId, section: SectionName }),
    body: z.object({ fields: z.record(z.string(), FieldInput) }),
    skipsIdempotency: true,
    takesSecret: true,
    manualTransaction: true,
    result: ConnectionTest,
    errors: [
      'node.unknown',
      'setting.notYours',
      'setting.unknownField',
      'setting.noConnection',
      'setting.tooManyTests',
    ],
  },
});
