import * as z from 'zod/mini';
import { endpoints } from '../../endpoint.ts';
import { Timestamp } from '../../fields.ts';
import { NodeId } from '../../nodes.ts';

/** The effective settings of a store for its devices: every section with every field except secrets. */
export const DeviceConfiguration = z.object({
  /** Time of the last change of any value in it. Of two configurations of a store, the later one is current. */
  since: Timestamp,
  store: z.object({
    id: NodeId,
    name: z.string(),
    code: z.string(),
    timeZone: z.nullable(z.string()),
    orgCode: z.string(),
  }),
  sections: z.record(z.string(), z.record(z.string(), z.unknown())),
});
export type DeviceConfiguration = z.infer<typeof DeviceConfiguration>;

/** A public key for verifying signed configurations, as a JWK (RFC 7517). */
export const SigningKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
});
export type SigningKey = z.infer<typeof SigningKey>;

export const deviceConfigurations = endpoints({
  get: {
    method: 'GET',
    path: '/module-management/device/configuration',
    summary: 'The configuration of the store of a device, which is identified by its key in `x-api-key`.',
    allow: 'anyone',
    takesSecret: true,
    revalidates: true,
    manualTransaction: true,
    result: DeviceConfiguration,
    errors: ['device.keyUnknown', 'signIn.tooMany'],
  },
  signed: {
    method: 'GET',
    path: '/module-management/device/configuration/signed',
    summary:
      'The same as a JWS, signed with the organisation’s key, so that a device can store it and verify it later. A device must reject one whose `since` is earlier than that of the one it holds for the same store.',
    allow: 'anyone',
    takesSecret: true,
    revalidates: true,
    manualTransaction: true,
    result: z.object({ jws: z.string() }),
    errors: ['device.keyUnknown', 'signIn.tooMany'],
  },
  keys: {
    method: 'GET',
    path: '/module-management/device/configuration/keys',
    summary: 'The public keys (JWKS) for verifying signed configurations of the portal’s organisation.',
    allow: 'anyone',
    revalidates: true,
    result: z.object({ keys: z.array(SigningKey) }),
  },
});
