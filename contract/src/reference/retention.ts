/** Retention periods to choose from; the first is the default. */
export const retentionPeriods = [90, 30, 60, 180, 365, 730].map((days) => ({
  id: `${days}-days`,
  name: `${days} days`,
  days,
}));
