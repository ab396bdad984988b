import { isRowWise } from '@storeward/contract/settings/kinds/list';
import { lazyComponent } from '../../ui/page/lazy-component.tsx';
import { FormSkeleton } from '../../ui/page/skeleton.tsx';
import { asChanges, noChanges, restoreAll, revertAll, shownRows } from './list/row-changes.ts';
import { rowConflicts } from './list/row-conflicts.ts';
import { validateRows } from './list/row-validation.ts';
import { type ControlProps, defineView } from './field-view.ts';

const ListControl = lazyComponent<ControlProps>(
  async () => (await import('./list/list-control.tsx')).ListControl,
  () => <FormSkeleton sections={1} />,
);

export const listView = defineView({
  Control: ListControl,
  initialValue: [],
  namesInherited: false,
  isWide: true,
  changes: (field) =>
    isRowWise(field)
      ? {
          none: noChanges,
          revert: ({ list }) => (list ? revertAll(list) : noChanges),
          restore: (value, { list }) =>
            list
              ? { value: restoreAll(list, asChanges(value)), rows: shownRows(list, asChanges(value)).length }
              : { value, rows: 0 },
          validate: (value, state) => validateRows(field, value, state),
          conflicts: (value, base, newer, parts, t) =>
            base.list && newer.list ? rowConflicts(field, value, { base: base.list, newer: newer.list }, parts, t) : [],
        }
      : undefined,
});
