/** For how long records may be kept before they are purged; the first is the usual choice. */
export const retentionChoices = [90, 30, 60, 180, 365, 730].map((days) => ({
  id: `${days}-days`,
  name: `${days} days`,
  days,
}));
