import { sectionErrors } from '../sections.ts';

export const writeErrors = ['node.unknown', 'setting.notYours'] as const;

export const valueErrors = [
  'setting.unknownField',
  'setting.locked',
  'setting.looser',
  'setting.noSuchMode',
  'setting.unknownRow',
  'setting.rowLocked',
  'setting.onlyHide',
] as const;

/** The errors of a change that may begin later. */
export const changeErrors = [
  ...writeErrors,
  ...valueErrors,
  ...sectionErrors,
  'setting.startOffset',
  'setting.startPast',
  'setting.timeZoneUnknown',
  'record.stale',
] as const;
