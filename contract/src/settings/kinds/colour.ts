import { ThemeColour } from '../sections/theme.ts';
import { defineKind, unlessRequired } from './field-kind.ts';

/** A colour as #RRGGBB, or #RRGGBBAA with alpha. */
export const colourKind = defineKind({ schema: (options) => unlessRequired(options, ThemeColour) });
