import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';

export type OperatingFigure = { readonly figure: string; readonly label: string; readonly value: number };

/** What waits in the installation and for how long, over all organisations. */
export const readFigures = (db: Db): Promise<OperatingFigure[]> =>
  db.many<OperatingFigure>(sql`select figure, label, value from operating_figures()`);
