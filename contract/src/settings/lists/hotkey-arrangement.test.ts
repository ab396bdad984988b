import fc from 'fast-check';
import { expect, test } from 'vitest';
import { arrangeHotkeys, type LayoutRow } from './hotkey-arrangement.ts';
import { hotkeys } from '../sections/hotkeys.ts';
import { type PathEntry, resolveRows } from './list-rows.ts';

const ids = Array.from({ length: 8 }, (_, index) => `00000000-0000-4000-8000-00000000000${index}`);
const types = ['hotkey', 'group', 'page'] as const;

/** The operation of one node on a row: adds or replaces it, inside another row or outside, or hides it. */
type Operation = { readonly action: 'put' | 'hide'; readonly parent: number | null };
type Node = readonly (Operation | undefined)[];
type ModelRow = { readonly index: number; readonly parent: number | null };

/** The type of a row never changes: rows 0 to 4 are hotkeys, 5 and 6 groups, 7 is a page. */
const typeOf = (index: number) => types[index < 5 ? 0 : index < 7 ? 1 : 2];
const valuesOf = (index: number, parent: number | null) => ({
  type: typeOf(index),
  SKU: index < 5 ? `SKU-${index}` : null,
  displayName: `Row ${index}`,
  parentId: parent === null || typeOf(index) === 'page' ? null : ids[parent],
});

/** The stored operations of nodes from the root down. */
function entriesOf(nodes: readonly Node[]): PathEntry[] {
  const known = new Set<number>();
  return nodes.flatMap((node, depth) =>
    node.flatMap((operation, index): PathEntry[] => {
      if (!operation) return [];
      const values = valuesOf(index, operation.parent);
      const value =
        operation.action === 'hide'
          ? { action: 'hide' }
          : known.has(index)
            ? { action: 'replace', values, replaced: {} }
            : { action: 'add', after: index === 0 ? 'first' : ids[index - 1], values };
      if (value.action === 'add') known.add(index);
      return [{ node: String(depth), row: ids[index], value, mode: 'free' }];
    }),
  );
}

const mayHold = (parent: number, child: number) =>
  typeOf(parent) === 'page' ? typeOf(child) !== 'page' : typeOf(parent) === 'group' && typeOf(child) === 'hotkey';

/** The effective rows by the simplest algorithm: one node after the other, row by row. */
function modelOf(nodes: readonly Node[]): ModelRow[] {
  const added = new Set<number>();
  const hiddenEver = new Set<number>();
  let shown = new Map<number, number | null>();
  for (const node of nodes) {
    const hidden = new Set<number>();
    const before = new Set(shown.keys());
    for (const [index, operation] of node.entries()) {
      if (!operation) continue;
      if (operation.action === 'hide') {
        if (before.has(index)) hidden.add(index);
      } else if (before.has(index) || !added.has(index)) {
        added.add(index);
        shown.set(index, typeOf(index) === 'page' ? null : operation.parent);
      }
    }
    for (const index of hidden) hiddenEver.add(index);
    for (let size = -1; size !== hiddenEver.size;) {
      size = hiddenEver.size;
      for (const [index, parent] of shown) if (parent !== null && hiddenEver.has(parent)) hiddenEver.add(index);
    }
    shown = new Map([...shown].filter(([index]) => !hiddenEver.has(index)));
  }
  return [...shown].map(([index, parent]) => ({ index, parent })).toSorted((one, other) => one.index - other.index);
}

const operation = fc.record({
  action: fc.constantFrom('put' as const, 'put' as const, 'hide' as const),
  parent: fc.option(fc.integer({ min: 0, max: 7 })),
});
const nodes = fc.array(fc.array(fc.option(operation, { nil: undefined }), { minLength: 8, maxLength: 8 }), {
  minLength: 1,
  maxLength: 4,
});

test('a layout of any nodes has the rows of a simple model, with positions from 1 without gaps and all keys once', () => {
  fc.assert(
    fc.property(nodes, (input) => {
      const { rows } = resolveRows(hotkeys.fields.keys, entriesOf(input));
      const model = modelOf(input);
      expect(rows.map(({ id }) => ids.indexOf(id)).toSorted((one, other) => one - other)).toEqual(
        model.map(({ index }) => index),
      );
      const layoutRows: LayoutRow[] = rows.map(({ id, values }) => ({ key: id, values }));
      const { keys, pages, orphans } = arrangeHotkeys(layoutRows);
      expect(pages.length + keys.length).toBe(rows.length);
      expect(new Set(keys.map(({ row }) => row.key)).size).toBe(keys.length);
      const positions = Map.groupBy(keys, ({ group }) => group?.key);
      for (const siblings of positions.values())
        expect(siblings.map(({ position }) => position)).toEqual(siblings.map((_, index) => index + 1));
      const outside = positions.get(undefined) ?? [];
      expect(outside.map(({ page }) => page)).toEqual(outside.map(({ page }) => page).toSorted((a, b) => a - b));
      const present = new Map(model.map((row) => [row.index, row]));
      for (const { row, group } of keys) {
        const { index, parent } = present.get(ids.indexOf(row.key))!;
        const isHeld = parent !== null && present.has(parent) && mayHold(parent, index);
        expect(group?.key).toBe(isHeld && typeOf(parent) === 'group' ? ids[parent] : undefined);
        expect(orphans.some(({ key }) => key === row.key)).toBe(parent !== null && !isHeld);
      }
    }),
    { numRuns: 500 },
  );
});
