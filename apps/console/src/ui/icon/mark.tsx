// Draws the mark of the program.

interface MarkProps {
  readonly size: number;
}

export function Mark({ size }: MarkProps) {
  return (
    <svg aria-hidden="true" focusable="false" width={size} height={size} viewBox="0 0 32 32">
      <rect width="32" height="32" rx="7" fill="#1864ab" />
      <path d="M8 7v18M8 17l11-10M12 14l10 11" fill="none" stroke="#fff" strokeWidth="3.5" strokeLinecap="round" />
    </svg>
  );
}
