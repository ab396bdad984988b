import type { Node, NodeInput } from '@storeward/contract/nodes';
import type { t as say } from '../platform/i18n.ts';
import { countryName } from '../platform/code-names.ts';
import { timeZoneName } from '../reference/time-zone-picker.tsx';

/** The name of a field that is filled in about a place. */
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

/** The fields that are filled in about a place, in the order in which they are asked. */
export const nodeFields = Object.keys(labels) as NodeField[];

/** What a field is called. */
export const nodeLabel = (field: NodeField, t: typeof say): string => t(labels[field]);

/** What a form about a new place begins with. */
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

/** The part of a place that the form is filled with. */
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

/** A field's value as people read it. */
export function nodeText(field: NodeField, value: NodeInput[NodeField], reader: string, t: typeof say): string {
  if (typeof value !== 'string') return value.map((region) => t(`nodes.region.${region}`)).join(', ');
  if (field === 'country' && value) return countryName(value, reader);
  return field === 'timeZone' && value ? timeZoneName(value) : value;
}
