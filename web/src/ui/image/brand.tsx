/** The product logo, a shop front, as a drawing in the colours of the theme; Mantine has no logos. */
export function BrandMark({ size = 28 }: { size?: 18 | 28 | 32 }) {
  const length = `${size / 16}rem`;
  return (
    <svg width={length} height={length} viewBox="0 0 32 32" aria-hidden>
      <path
        fill="var(--primary)"
        d="M7 4h18l4 8v1a4 4 0 0 1-1.5 3.1V26a2 2 0 0 1-2 2h-19a2 2 0 0 1-2-2v-9.9A4 4 0 0 1 3 13v-1z"
      />
      <path fill="var(--on-primary)" d="M13 20h6v8h-6z" />
      <path
        fill="none"
        stroke="var(--on-primary)"
        strokeWidth="1.6"
        strokeLinecap="round"
        d="M3.4 12.5h25.2M11.7 12.7v.8a4 4 0 0 1-4.3 3.9M11.7 12.7v.8a4.3 4.3 0 0 0 8.6 0v-.8M20.3 13.5a4 4 0 0 0 4.3 3.9"
      />
    </svg>
  );
}
