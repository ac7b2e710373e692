// Lets `j` and `k` go from row to row of a list; Enter opens the link that has the focus by itself.

const WRITABLE = 'input, textarea, select, [contenteditable], [role="dialog"]';

/** Begins to listen; the answer ends it. */
export function moveThroughRows(bodyOf: () => HTMLElement | null): () => void {
  const onKey = (event: KeyboardEvent): void => {
    const step = { j: 1, k: -1 }[event.key];
    const from = event.target instanceof Element ? event.target : null;
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || from?.closest(WRITABLE)) return;
    const links = [...(bodyOf()?.querySelectorAll<HTMLElement>('tr td:first-child a, tr td:first-child button') ?? [])];
    if (links.length === 0) return;
    const at = links.indexOf(document.activeElement as HTMLElement);
    links[Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
    event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}
