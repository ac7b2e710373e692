// Lets `j` and `k` go from row to row of a list, and `x` choose the row; Enter opens the link that has the focus by itself.
import { isTaken } from '../../lib/typing.ts';

/** Begins to listen; what it answers ends that. */
export function moveThroughRows(bodyOf: () => HTMLTableSectionElement | null): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (isTaken(event)) return;
    const rows = [...(bodyOf()?.rows ?? [])];
    const at = rows.findIndex((row) => row.contains(document.activeElement));
    const step = { j: 1, k: -1 }[event.key];
    if (step !== undefined) {
      const next = rows[Math.min(rows.length - 1, Math.max(0, at + step))];
      next?.querySelector<HTMLElement>('a, td:first-child button')?.focus();
    } else if (event.key === 'x') rows[at]?.querySelector<HTMLElement>('.k-choose input')?.click();
    else return;
    event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
