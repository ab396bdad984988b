import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonPaths, outermostPaths } from './common-paths.ts';

const paths = fc.array(
  fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 4 }).map((steps) => `${steps.join('.')}.`),
);

test('the outermost paths are those below no other one', () => {
  fc.assert(
    fc.property(paths, (all) => {
      const roots = [...new Set(all)].filter((path) => !all.some((other) => other !== path && path.startsWith(other)));
      expect(outermostPaths(all)).toEqual(roots.toSorted());
    }),
  );
});

test('the common sub-trees are those of the lower root of each pair', () => {
  fc.assert(
    fc.property(paths, paths, (all, allOthers) => {
      const [roots, others] = [outermostPaths(all), outermostPaths(allOthers)];
      const expected = [
        ...roots.filter((path) => others.some((other) => path.startsWith(other))),
        ...others.filter((other) => roots.some((path) => other.startsWith(path))),
      ];
      expect(commonPaths(roots, others)).toEqual([...new Set(expected)].toSorted());
    }),
  );
});

test('as many paths as a preview may have are compared', () => {
  const all = Array.from({ length: 150_000 }, (_, index) => `a.${String(index).padStart(6, '0')}.`);
  expect(outermostPaths(all)).toHaveLength(150_000);
  expect(commonPaths(all, all.slice(1))).toHaveLength(149_999);
});
