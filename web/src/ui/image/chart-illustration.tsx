/** Placeholder illustration of a chart without data; Mantine has no drawings. */
export function ChartIllustration() {
  return (
    <svg width="220" viewBox="0 0 220 120" fill="none" strokeLinecap="round" aria-hidden>
      <path stroke="var(--line)" d="M8 24h204M8 56h204M8 88h204" />
      <path
        stroke="var(--pressed)"
        strokeWidth="12"
        strokeLinecap="butt"
        d="M28 112V84M60 112V70M92 112V90M124 112V58M156 112V74M188 112V44"
      />
      <path
        fill="var(--primary-subtle)"
        opacity="0.6"
        d="M12 78c24-2 32-22 52-22s28 18 50 14 28-38 50-38 26 8 44-6v86H12z"
      />
      <path stroke="var(--primary-raw)" strokeWidth="2" d="M12 78c24-2 32-22 52-22s28 18 50 14 28-38 50-38 26 8 44-6" />
      <circle fill="var(--primary)" stroke="var(--surface)" strokeWidth="2" cx="208" cy="26" r="5" />
    </svg>
  );
}
