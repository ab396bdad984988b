import type { NodeInput } from '@storeward/contract/nodes/node-input';
import type { Node } from '@storeward/contract/nodes';
import type * as z from 'zod/mini';
import type { t as translate } from '../platform/text/i18n.ts';
import { countryName } from '../platform/text/display-names.ts';
import { timeZoneName } from '../reference/time-zone-picker.tsx';

export type NodeField = keyof NodeInput;

/** The values of a node form: its coordinates are texts until they are saved. */
export type NodeValues = z.input<typeof NodeInput>;

const labels = {
  name: 'nodes.field.name',
  code: 'nodes.field.code',
  region: 'nodes.field.region',
  street: 'nodes.field.street',
  city: 'nodes.field.city',
  state: 'nodes.field.state',
  postCode: 'nodes.field.postCode',
  country: 'nodes.field.country',
  timeZone: 'nodes.field.timeZone',
  latitude: 'nodes.field.latitude',
  longitude: 'nodes.field.longitude',
  phoneNumber: 'nodes.field.phoneNumber',
  emailId: 'nodes.field.emailId',
} as const satisfies Record<NodeField, string>;

/** The editable fields of a node, in the order of the form. */
export const nodeFields = Object.keys(labels) as NodeField[];

export const nodeLabel = (field: NodeField, t: typeof translate): string => t(labels[field]);

export const emptyNode: NodeValues = {
  name: '',
  code: '',
  region: [],
  street: '',
  city: '',
  state: '',
  postCode: '',
  country: '',
  timeZone: '',
  latitude: '',
  longitude: '',
  phoneNumber: '',
  emailId: '',
};

/** Form values of a stored node; unset values become empty strings. */
export const nodeValues = ({
  name,
  code,
  region,
  address,
  country,
  timeZone,
  latitude,
  longitude,
  phoneNumber,
  emailId,
}: Node): NodeValues => ({
  name,
  code,
  region,
  street: address?.street ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  postCode: address?.postCode ?? '',
  country: country ?? '',
  timeZone: timeZone ?? '',
  latitude: latitude?.toString() ?? '',
  longitude: longitude?.toString() ?? '',
  phoneNumber,
  emailId,
});

/** A field's value as display text in the given language. */
export function nodeText(
  field: NodeField,
  value: NodeValues[NodeField],
  language: string,
  t: typeof translate,
): string {
  if (Array.isArray(value)) return value.map((region) => t(`nodes.region.${region}`)).join(', ');
  if (typeof value !== 'string') return value?.toString() ?? '';
  if (field === 'country' && value) return countryName(value, language);
  return field === 'timeZone' && value ? timeZoneName(value) : value;
}
