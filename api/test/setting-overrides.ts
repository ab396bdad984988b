import { expect } from 'vitest';
import type { ApiClient, TestNode } from './builders.ts';
import {
  explainField,
  type FieldValue,
  type Mode,
  pathTo,
  type SettingsModel,
  storedValueAt,
} from './setting-model.ts';

type Compared = {
  readonly admin: ApiClient;
  readonly model: SettingsModel;
  readonly sections: Readonly<Record<string, string>>;
};

/** Compares how many stores keep a value from further down, if a field is set or locked at a node, with the model. */
export async function compareImpact(
  { admin, model, sections, nodes }: Compared & { readonly nodes: readonly TestNode[] },
  id: string,
  { field, value, mode, now }: { field: string; value: FieldValue; mode: Mode; now: number },
): Promise<void> {
  const { body } = await admin.post(`/node-management/node/${id}/settings/${sections[field]}/impact`, {
    fields: { [field]: { value, mode } },
  });
  const own = { nodeId: id, field, from: now, order: Infinity, value, mode, change: '' };
  const after = { parents: model.parents, values: [...model.values, own] };
  const stores = nodes.filter((node) => node.nodeType === 'STORE' && pathTo(model, node.id).slice(0, -1).includes(id));
  const apart = stores.filter((store) => {
    const from = explainField(after, store.id, field, now).effective?.nodeId;
    return from !== undefined && from !== id && pathTo(model, from).includes(id);
  });
  expect({ field, mode, ...body.result }).toMatchObject({
    field,
    mode,
    storeCount: stores.length,
    storesApart: apart.length,
  });
}

/** Compares the source of each section at a node with those of the values that the model inherits. */
export async function compareOverride({ admin, model, sections }: Compared, id: string, now: number): Promise<void> {
  const { body } = await admin.get(`/node-management/node/override/${id}`);
  const [, ...above] = pathTo(model, id).reverse();
  for (const section of new Set(Object.values(sections))) {
    const fields = Object.keys(sections).filter((field) => sections[field] === section);
    const sources = fields.map((field) => above[0] && explainField(model, above[0], field, now).effective?.nodeId);
    // the organisation has the required fields of the sample section, which the model does not know
    const fallback = section === 'sample' ? above.at(-1) : undefined;
    const actual = body.result.find((one: { section: string }) => one.section === section);
    expect({ section, source: actual.source?.id }).toEqual({
      section,
      source: above.find((one) => sources.includes(one)) ?? fallback,
    });
  }
}

/** Compares the radar's counts below a node with those of the model. */
export async function compareRadar(
  { admin, model, sections, nodes }: Compared & { readonly nodes: readonly TestNode[] },
  top: string,
  now: number,
): Promise<void> {
  const { body } = await admin.get(`/node-management/node/${top}/radar`);
  const below = nodes.filter(({ id }) => id !== top && pathTo(model, id).includes(top));
  for (const field of Object.keys(sections)) {
    const own = below.filter(({ id }) => storedValueAt(model, id, field, now));
    const storesApart = below.filter(({ id, nodeType }) => {
      const from = explainField(model, id, field, now).effective?.nodeId;
      return nodeType === 'STORE' && from !== undefined && below.some((node) => node.id === from);
    });
    const actual = body.result.fields.find((one: { field: string }) => one.field === field);
    expect({ field, own: actual.own, overruled: actual.overruled, storesApart: actual.storesApart }).toEqual({
      field,
      own: own.length,
      overruled: own.filter(({ id }) => !explainField(model, id, field, now).ownApplies).length,
      storesApart: storesApart.length,
    });
  }
}
