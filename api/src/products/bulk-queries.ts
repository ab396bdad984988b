import { sql } from 'kysely';
import type { Scope } from '../platform/actor.ts';
import type { Db } from '../platform/database/db.ts';
import { filterArguments, type ProductFilter } from './queries.ts';

/** A product that a change covers, with the number of nodes whose settings refer to it. */
export type BulkTarget = {
  readonly id: string;
  readonly sku: string;
  readonly name: string;
  readonly status: boolean;
  readonly uses: number;
};

/** The products that match a filter, sorted by name, at most `limit`. */
export async function listBulkTargets(
  db: Db,
  scope: Scope,
  filter: ProductFilter,
  limit: number,
): Promise<BulkTarget[]> {
  const { search, attributes } = filterArguments(scope, filter);
  return db.many(sql<BulkTarget>`
    with found as materialized (select id from find_products(${search}, '', ${attributes}, 'name', false, null, null, 0, ${limit}, 1)),
         targets as materialized (select p.id, p.sku, p.name, p.name_norm, p.status from found f join products p on p.org_id = ${scope.orgId} and p.id = f.id),
         uses as (select u.sku, count(distinct u.node_id)::int as nodes from product_uses(array(select sku from targets), 1000000) u group by u.sku)
    select t.id, t.sku, t.name, t.status, coalesce(u.nodes, 0) as uses
      from targets t left join uses u on u.sku = t.sku
     order by t.name_norm, t.id`);
}
