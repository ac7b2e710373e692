// Lets a table scroll sideways within its own box, by keys too.
import type { ReactNode } from 'react';
import './table.css';

interface ScrollBoxProps {
  readonly label: string;
  /** Whether the columns of a history stay readable on a telephone. */
  readonly roomy?: true;
  readonly children: ReactNode;
}

export function ScrollBox({ label, roomy, children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keys
    <section className={roomy === true ? 'k-table k-roomy' : 'k-table'} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
