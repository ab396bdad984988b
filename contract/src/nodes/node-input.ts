import * as z from 'zod/mini';
import { bothOrNeither, Latitude, Longitude } from '../coordinates.ts';
import { codeText, Email, nodeCodePattern, requiredText, text } from '../fields.ts';
import { nodeRegions } from './node-types.ts';
import { inCountry, PhoneInput } from '../phone-number.ts';
import { CountryCode } from '../reference.ts';
import { TimeZone } from '../reference/time-zones.ts';

/** The postal address of a node. */
const nodeAddress = { street: text(255), city: text(255), state: text(64), postCode: text(32) };

/** The code of a node, unique within the organisation: letters of any script, digits and the characters `. _ / -`. */
const NodeCode = codeText(32).check(z.regex(nodeCodePattern, 'field.invalidCharacter'));

const optional = <S extends z.ZodMiniType<string, string>>(schema: S) => z.union([z.literal(''), schema]);

export const nodeFields = z.object({
  name: requiredText(128),
  code: NodeCode,
  region: z.array(z.enum(nodeRegions, 'field.invalid')).check(z.maxLength(nodeRegions.length, 'field.invalid')),
  ...nodeAddress,
  country: CountryCode,
  timeZone: optional(TimeZone),
  latitude: z.optional(Latitude),
  longitude: z.optional(Longitude),
  phoneNumber: PhoneInput,
  emailId: optional(Email),
});

/**
 * The editable fields of a node below others of a country, by which its phone number is read unless it has one itself.
 * Coordinates that are omitted stay as they are.
 */
export const nodeInputIn = (inheritedCountry: string) =>
  nodeFields.check(...bothOrNeither, ...inCountry(inheritedCountry));

/** The same of a node on its own. */
export const NodeInput = nodeInputIn('');
export type NodeInput = z.infer<typeof NodeInput>;

type AddressField = keyof typeof nodeAddress;
const addressFields = Object.keys(nodeAddress) as AddressField[];

/** The fields that `Node` has in another form, which requests may have as well: the address as an object, and null for an empty field. */
export const fieldsAsRead = {
  ...z.partial(z.object(nodeAddress)).shape,
  address: z.optional(z.nullable(z.object(nodeAddress))),
  country: z.nullable(nodeFields.shape.country),
  timeZone: z.nullable(nodeFields.shape.timeZone),
};

type AddressAsRead = { readonly [F in AddressField]?: string | undefined } & {
  readonly address?: Readonly<Record<AddressField, string>> | null | undefined;
};

/** Request body that changes a node; a phone number without country code is one of the node's country, or of the one it inherits. A part of the address on its own takes precedence over `address`, and is required without it. */
export const NodeChange = z.extend(nodeFields, fieldsAsRead).check(
  ...bothOrNeither,
  ...addressFields.map((field) =>
    z.refine<AddressAsRead>((node) => node[field] !== undefined || node.address !== undefined, {
      error: 'field.required',
      path: [field],
    }),
  ),
);
export type NodeChange = z.infer<typeof NodeChange>;

/** The fields of a node in a request that has them in the form of `Node`. */
export function toNodeInput({ address, ...node }: NodeChange): NodeInput {
  const part = (field: AddressField) => node[field] ?? address?.[field] ?? '';
  return {
    ...node,
    street: part('street'),
    city: part('city'),
    state: part('state'),
    postCode: part('postCode'),
    country: node.country ?? '',
    timeZone: node.timeZone ?? '',
  };
}
