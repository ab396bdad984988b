// Drawings of empty states and errors, in the colours of the theme; Mantine has no illustrations.
const quiet = { stroke: 'var(--line-control)' };
const faint = { stroke: 'var(--line-strong)' };
const brand = { stroke: 'var(--primary-raw)', fill: 'var(--primary-subtle)' };

export function ListIllustration() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden>
      <path
        d="M20 12h72a6 6 0 0 1 6 6v54a6 6 0 0 1-6 6H20a6 6 0 0 1-6-6V18a6 6 0 0 1 6-6zM14 34h84M14 56h84"
        {...faint}
      />
      <path d="M26 23h.1M36 23h30" stroke="var(--primary-line)" strokeWidth="6" />
      <path d="M26 45h.1M36 45h24M26 67h.1M36 67h18" stroke="var(--pressed)" strokeWidth="6" />
      <circle cx="98" cy="76" r="14" fill="var(--primary)" stroke="var(--surface)" strokeWidth="3" />
      <path d="M98 69.5v13M91.5 76h13" stroke="var(--on-primary)" />
    </svg>
  );
}

export function SearchIllustration() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden>
      <path d="M16 20h40M16 40h28M16 60h32M16 80h48" stroke="var(--pressed)" strokeWidth="6" />
      <circle cx="72" cy="44" r="24" {...brand} />
      <path d="m90 62 16 18" stroke="var(--primary-raw)" strokeWidth="4" />
      <path d="m64 36 16 16M80 36 64 52" {...quiet} />
    </svg>
  );
}

export function UnpluggedIllustration() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden>
      <path d="M6 56h22M28 42h10a14 14 0 0 1 0 28H28zM52 50h9M52 62h9" {...quiet} />
      <path d="M90 42h-8a12 12 0 0 0-8 12v4a12 12 0 0 0 8 12h8z" {...brand} />
      <path d="M90 56h24" stroke="var(--primary-raw)" strokeWidth="3" />
      <path d="m50 32-9-7M59 28l-4-10M68 30l3-13" stroke="var(--warn)" strokeWidth="3" />
    </svg>
  );
}

export function AccessDeniedIllustration() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden>
      <path d="M26 86h68" {...quiet} />
      <path d="M42 10h36a4 4 0 0 1 4 4v72H38V14a4 4 0 0 1 4-4z" {...brand} />
      <path d="M46 18h28v24H46z" stroke="var(--primary-line)" fill="var(--surface)" />
      <path d="M66 54v-5a7 7 0 0 1 14 0v5" stroke="var(--text)" />
      <rect x="60" y="54" width="26" height="20" rx="4" fill="var(--surface)" stroke="var(--text)" />
      <circle cx="73" cy="64" r="2.5" fill="var(--text)" />
    </svg>
  );
}

export function ClosedStoreIllustration() {
  return (
    <svg viewBox="0 0 120 96" aria-hidden>
      <path d="M10 88h100M20 40v48h80V40" {...quiet} />
      <path d="M32 54h56M32 63h56M32 72h56M32 81h56" {...faint} />
      <path
        d="M20 16h80l10 16a10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0 10 10 0 0 1-20 0z"
        {...brand}
      />
    </svg>
  );
}
