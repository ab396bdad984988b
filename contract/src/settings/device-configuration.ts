import * as z from 'zod/mini';
import { endpoints } from '../endpoint.ts';
import { Moment } from '../fields.ts';
import { NodeId } from '../nodes.ts';

/** What a store works with, as its devices read it: every section with every field, but no secrets. */
export const DeviceConfiguration = z.object({
  /** When anything was changed last that it is made of: of two for the same store, the later one is the newer. */
  since: Moment,
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

/** A public key that signed configurations are checked with, as a JWK. */
export const SigningKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.string(),
  kid: z.string(),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
});
export type SigningKey = z.infer<typeof SigningKey>;

/** What stores work with, for their devices. */
export const deviceConfigurations = endpoints({
  get: {
    method: 'GET',
    path: '/module-management/device/configuration',
    about: 'What the store of a device works with, told to whoever sends the device’s own key as `x-api-key`.',
    allow: 'anyone',
    takesSecret: true,
    revalidates: true,
    result: DeviceConfiguration,
    errors: ['device.keyUnknown'],
  },
  signed: {
    method: 'GET',
    path: '/module-management/device/configuration/signed',
    about:
      'The same as a JWS, signed with a key of the organisation: a device may keep it and still know later that nobody has changed it. One whose `since` is earlier than that of the one it holds for the same store is an old one, and not to be taken.',
    allow: 'anyone',
    takesSecret: true,
    revalidates: true,
    result: z.object({ jws: z.string() }),
    errors: ['device.keyUnknown'],
  },
  keys: {
    method: 'GET',
    path: '/module-management/device/configuration/keys',
    about: 'The public keys (JWKS) that signed configurations of the portal’s organisation are checked with.',
    allow: 'anyone',
    revalidates: true,
    result: z.object({ keys: z.array(SigningKey) }),
  },
});
