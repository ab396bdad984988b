import * as z from 'zod/mini';
import { endpoints } from '../../endpoint.ts';
import { NodeId } from '../../nodes.ts';
import { fulfilmentTypes, paymentOptions, paymentSubTypes } from '../sections/payments.ts';
import { reasonCategories } from '../sections/reasons.ts';

/** The node whose effective settings are read; without it that of the user's role. */
const NodeQuery = z.object({ nodeId: z.optional(NodeId) });

/** A category with the reasons that a till offers for it. */
export const ReasonCategory = z.object({
  id: z.enum(reasonCategories),
  reasons: z.array(z.object({ id: z.string(), description: z.string() })),
});

/** A payment option that a till offers. */
export const TenderType = z.object({
  id: z.string(),
  name: z.enum(paymentOptions),
  type: z.string(),
  authCode: z.string(),
  displayName: z.string(),
  externalType: z.string(),
  externalSubType: z.nullable(z.enum(paymentSubTypes)),
  tenderItemKey: z.string(),
  fulfilmentTypes: z.object(
    Object.fromEntries(fulfilmentTypes.map((type) => [type, z.boolean()])) as Record<
      (typeof fulfilmentTypes)[number],
      z.ZodMiniBoolean
    >,
  ),
});

/** Lists of settings in the form that tills and older clients read. */
export const tillLists = endpoints({
  reasonCategories: {
    method: 'GET',
    path: '/transaction-management-common/reasons/category',
    summary: 'All reason categories, each with the effective reasons of a location, in the order of the till.',
    allow: 'signedIn',
    byApiKey: 'allow',
    query: NodeQuery,
    result: z.array(ReasonCategory),
    errors: ['node.unknown'],
  },
  tenderTypes: {
    method: 'GET',
    path: '/transaction-management-common/tender/type',
    summary: 'The effective payment options of a location, in the order of the till.',
    allow: 'signedIn',
    byApiKey: 'allow',
    query: NodeQuery,
    result: z.array(TenderType),
    errors: ['node.unknown'],
  },
});
