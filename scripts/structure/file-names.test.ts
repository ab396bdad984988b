import { expect, test } from 'vitest';
import { fileNameErrors } from './file-names.ts';

const pipeline = 'api/src/platform/http/pipeline/pipeline.ts';
const errorsOf = (lines: number) => fileNameErrors(new Map([[pipeline, '//\n'.repeat(lines)]]));

test('the pipeline of a request may have 150 lines and no more', () => {
  expect(errorsOf(150)).toEqual([]);
  expect(errorsOf(151)).toEqual([`${pipeline}: 151 lines (at most 150); split it by responsibility`]);
});
