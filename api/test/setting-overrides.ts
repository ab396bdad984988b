import { expect } from 'vitest';
import type { ApiClient } from './builders.ts';
import { explainField, pathTo, type SettingsModel } from './setting-model.ts';

type Compared = {
  readonly admin: ApiClient;
  readonly model: SettingsModel;
  readonly sections: Readonly<Record<string, string>>;
};

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
