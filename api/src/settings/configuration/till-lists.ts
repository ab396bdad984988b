import type { fulfilmentTypes } from '@storeward/contract/settings/sections/payments';
import { reasonCategories } from '@storeward/contract/settings/sections/reasons';
import type { SectionName } from '@storeward/contract/settings/sections';
import type { tillLists } from '@storeward/contract/settings/lists/till-lists';
import type { Context, Service } from '../../platform/http/pipeline/context.ts';
import { ensure } from '../../platform/errors.ts';
import * as queries from '../queries.ts';
import { readableValues } from '../resolve.ts';

/** The effective rows of a list of settings at a node, by default that of the actor. */
async function listRows<Row>(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  nodeId: string | undefined,
  section: SectionName,
  field: string,
): Promise<readonly Row[]> {
  const id = nodeId ?? actor.rootNode?.id;
  const pathSettings = id === undefined ? undefined : await queries.findPathSettings(db, actor.scope, id, [section]);
  ensure(pathSettings, 'node.unknown');
  return readableValues(pathSettings.settings)(section)[field] as readonly Row[];
}

type ReasonRow = {
  readonly reasonId: string;
  readonly category: (typeof reasonCategories)[number];
  readonly description: string;
};

type TenderTypes = Awaited<ReturnType<Service<typeof tillLists>['tenderTypes']>>;
type PaymentRow = Omit<TenderTypes[number], 'id' | 'fulfilmentTypes'> & {
  readonly paymentId: string;
  readonly fulfilmentTypes: readonly (typeof fulfilmentTypes)[number][];
};

/** Reasons and payment options as tills read them. */
export const tillListsService: Service<typeof tillLists> = {
  async reasonCategories(context, { query: { nodeId } }) {
    const rows = await listRows<ReasonRow>(context, nodeId, 'reasons', 'reasons');
    return reasonCategories.map((id) => ({
      id,
      reasons: rows.flatMap(({ reasonId, category, description }) =>
        category === id ? [{ id: reasonId, description }] : [],
      ),
    }));
  },

  async tenderTypes(context, { query: { nodeId } }) {
    const rows = await listRows<PaymentRow>(context, nodeId, 'payments', 'options');
    return rows.map(({ paymentId, fulfilmentTypes: chosen, ...row }) => ({
      ...row,
      id: paymentId,
      fulfilmentTypes: {
        clickNCollect: chosen.includes('clickNCollect'),
        inStore: chosen.includes('inStore'),
        shipToStore: chosen.includes('shipToStore'),
        webOrder: chosen.includes('webOrder'),
      },
    }));
  },
};
