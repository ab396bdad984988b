import * as z from 'zod/mini';
import { sourcedChoice } from './choice-source.ts';
import { defineKind, unlessRequired } from './field-kind.ts';
import { parseJson } from './text-cell.ts';

const separator = ';';

function parse(cell: string): unknown {
  return cell.startsWith('[') ? parseJson(cell) : cell.split(separator).map((part) => part.trim());
}

/** Several texts, each once: of a fixed set, in the order in which the field declares them, or from a list. */
export const multiChoiceKind = defineKind({
  schema: ({ choices = [], choicesFrom, required = false }) =>
    unlessRequired(
      { required },
      z.array(choicesFrom ? sourcedChoice(choicesFrom) : z.enum([...choices], 'field.invalid'), 'field.required').check(
        z.overwrite((values) =>
          choicesFrom ? [...new Set(values)] : choices.filter((choice) => values.includes(choice)),
        ),
        z.minLength(required ? 1 : 0, 'field.required'),
      ),
    ),
  // a list that cannot be separated unambiguously is written as JSON
  toCell: (value) => {
    const cell = Array.isArray(value) ? value.join(`${separator} `) : '';
    return JSON.stringify(parse(cell)) === JSON.stringify(value) ? cell : JSON.stringify(value);
  },
  fromCell: parse,
  displayText: () => undefined,
});
