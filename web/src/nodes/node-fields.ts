import type { Node, NodeInput } from '@storeward/contract/nodes';
import type { t as translate } from '../platform/i18n.ts';
import { countryName } from '../platform/display-names.ts';
import { timeZoneName } from '../reference/time-zone-picker.tsx';

export type NodeField = keyof NodeInput;

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
  phoneNumber: 'nodes.field.phoneNumber',
  emailId: 'nodes.field.emailId',
} as const satisfies Record<NodeField, string>;

/** The editable fields of a node, in the order of the form. */
export const nodeFields = Object.keys(labels) as NodeField[];

export const nodeLabel = (field: NodeField, t: typeof translate): string => t(labels[field]);

export const emptyNode: NodeInput = {
  name: '',
  code: '',
  region: [],
  street: '',
  city: '',
  state: '',
  postCode: '',
  country: '',
  timeZone: '',
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
  phoneNumber,
  emailId,
}: Node): NodeInput => ({
  name,
  code,
  region,
  street: address?.street ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  postCode: address?.postCode ?? '',
  country: country ?? '',
  timeZone: timeZone ?? '',
  phoneNumber,
  emailId,
});

/** A field's value as display text in the given language. */
export function nodeText(field: NodeField, value: NodeInput[NodeField], language: string, t: typeof translate): string {
  if (typeof value !== 'string') return value.map((region) => t(`nodes.region.${region}`)).join(', ');
  if (field === 'country' && value) return countryName(value, language);
  return field === 'timeZone' && value ? timeZoneName(value) : value;
}
