export type Mode = 'free' | 'locked' | 'tighten';

export type FieldValue = string | number | boolean | object;

/** A value stored for a field at a node from a time on; null means it is inherited again. */
export type ModelValue = {
  readonly nodeId: string;
  readonly field: string;
  /** In milliseconds since 1970. */
  readonly from: number;
  /** Of two values with the same start the one with the higher order applies. */
  readonly order: number;
  readonly value: FieldValue | null;
  readonly mode: Mode;
  readonly change: string;
};

/** The tree and all values ever stored in it. */
export type SettingsModel = { readonly parents: Map<string, string | undefined>; values: ModelValue[] };

/** The value stored at a node at a time. */
export function storedValueAt(
  { values }: SettingsModel,
  nodeId: string,
  field: string,
  at: number,
): ModelValue | undefined {
  let latest: ModelValue | undefined;
  for (const value of values) {
    if (value.nodeId !== nodeId || value.field !== field || value.from > at) continue;
    if (!latest || value.from > latest.from || (value.from === latest.from && value.order > latest.order))
      latest = value;
  }
  return latest?.value === null ? undefined : latest;
}

/** The node ids from the root down to a node, included. */
export function pathTo({ parents }: SettingsModel, nodeId: string): string[] {
  const parentId = parents.get(nodeId);
  return parentId === undefined ? [nodeId] : [...pathTo({ parents, values: [] }, parentId), nodeId];
}

/** Whether a value is less strict: a longer duration, a higher discount or an earlier day. */
const lessStrict: Readonly<Record<string, (one: FieldValue, other: FieldValue) => boolean>> = {
  autoLogoutDuration: (one, other) => one > other,
  discount: (one, other) => Number(one) > Number(other),
  firstDay: (one, other) => one < other,
};

/** The effective and own value of a field at a node, and the error of a value set there. */
export function explainField(model: SettingsModel, nodeId: string, field: string, at: number) {
  let effective: ModelValue | undefined;
  let locked = false;
  const bounds: FieldValue[] = [];
  const isForbidden = (value: FieldValue) =>
    locked || bounds.some((bound) => lessStrict[field]?.(value, bound) === true);
  for (const pathNodeId of pathTo(model, nodeId)) {
    const stored = storedValueAt(model, pathNodeId, field, at);
    if (pathNodeId === nodeId)
      return {
        effective: stored && !isForbidden(stored.value!) ? stored : effective,
        own: stored,
        ownApplies: stored !== undefined && !isForbidden(stored.value!),
        errorFor: (value: FieldValue) =>
          locked ? 'setting.locked' : isForbidden(value) ? 'setting.looser' : undefined,
      };
    if (!stored) continue;
    if (!isForbidden(stored.value!)) effective = stored;
    if (stored.mode === 'locked') locked = true;
    if (stored.mode === 'tighten') bounds.push(stored.value!);
  }
  throw new Error(`node ${nodeId} is not in its own path`);
}
