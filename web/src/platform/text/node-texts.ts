import type { Node } from '@storeward/contract/nodes';
import { countryName } from './display-names.ts';
import type { t as translate } from './i18n.ts';

/** What describes a node beside its name and code; empty texts where nothing is set. */
export const nodeDetailTexts = (node: Node, t: typeof translate, language: string) => [
  { label: t('nodes.details.region'), value: node.region.map((region) => t(`nodes.region.${region}`)).join(', ') },
  { label: t('nodes.details.address'), value: addressOf(node) },
  { label: t('nodes.details.country'), value: node.country ? countryName(node.country, language) : '' },
  { label: t('nodes.details.timeZone'), value: node.timeZone ?? '' },
  { label: t('nodes.details.coordinates'), value: coordinatesOf(node) },
  { label: t('nodes.field.emailId'), value: node.emailId },
  { label: t('nodes.field.phoneNumber'), value: node.phoneNumber },
];

function coordinatesOf({ latitude, longitude }: Node): string {
  return latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`;
}

function addressOf({ address }: Node): string {
  if (!address) return '';
  const cityParts = [address.city, [address.state, address.postCode].filter(Boolean).join(' ')];
  return [address.street, ...cityParts].filter(Boolean).join(', ');
}
