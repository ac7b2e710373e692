// Keeps the focus of whoever works by keys: what had it and is gone, or waits for an answer, leaves it to what stands in its place.

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled, [type="hidden"]), select:not(:disabled), textarea:not(:disabled), summary, [tabindex="0"]';
/** Time within which what closes gives the focus back by itself. */
const SETTLE_MS = 80;
/** Elements that are remembered: a dialog that is gone leads back to what opened it, also from within another one. */
const REMEMBERED_MAX = 8;

/** Where an element stood: what it was within, the nearest first, and its place in each. */
interface Stood {
  readonly element: HTMLElement;
  readonly saidAs: string;
  readonly within: readonly { readonly around: Element; readonly index: number }[];
}

const saidAs = (element: Element): string =>
  [element.tagName, element.getAttribute('name'), element.getAttribute('aria-label'), element.textContent].join('|');

function whereStands(element: HTMLElement): Stood {
  const within: { around: Element; index: number }[] = [];
  for (let inner: Element = element; inner.parentElement !== null; inner = inner.parentElement) {
    within.push({ around: inner.parentElement, index: [...inner.parentElement.children].indexOf(inner) });
  }
  return { element, saidAs: saidAs(element), within };
}

const isThere = (element: HTMLElement): boolean => element.isConnected && element.checkVisibility();

function focusableIn(element: Element): readonly HTMLElement[] {
  const all = element.matches(FOCUSABLE) ? [element] : [...element.querySelectorAll(FOCUSABLE)];
  return all.filter((one): one is HTMLElement => one instanceof HTMLElement && one.tabIndex >= 0 && isThere(one));
}

/** Finds the same thing made anew, else what stands where it stood, else what stands before that. */
function successorOf({ saidAs: said, within }: Stood): HTMLElement | null {
  for (const { around, index } of within) {
    // Whatever is drawn stands within it: it says nothing of a place.
    if (around.parentElement === null || around.parentElement === document.body) return null;
    if (!around.isConnected) continue;
    const same = focusableIn(around).find((one) => saidAs(one) === said);
    const children = [...around.children];
    const near = [...children.slice(index), ...children.slice(0, index).reverse()];
    const found = same ?? near.flatMap(focusableIn)[0];
    if (found !== undefined) return found;
  }
  return null;
}

/** Begins to watch the document, for as long as it is open. */
export function keepFocus(): void {
  const stood: Stood[] = [];
  let byPointer = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isLost = (): boolean => document.activeElement === null || document.activeElement === document.body;
  const restore = (): void => {
    const last = stood.at(-1);
    if (byPointer || last === undefined || !isLost()) return;
    // It waits for an answer, and takes the focus again once it has it.
    if (isThere(last.element) && last.element.matches('[data-loading]:disabled')) return;
    while (stood.length > 0) {
      const next = stood.at(-1)!;
      const stands = isThere(next.element) && !next.element.matches(':disabled');
      const found = stands ? next.element : successorOf(next);
      found?.focus({ preventScroll: true });
      if (!isLost()) return;
      stood.pop();
    }
    document.querySelector<HTMLElement>('h1[tabindex], main[tabindex]')?.focus({ preventScroll: true });
  };
  const onChange = (): void => {
    if (!isLost() || byPointer || stood.length === 0) return;
    clearTimeout(timer);
    timer = setTimeout(restore, SETTLE_MS);
  };
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    stood.push(whereStands(target));
    if (stood.length > REMEMBERED_MAX) stood.shift();
  });
  document.addEventListener('pointerdown', () => (byPointer = true), true);
  document.addEventListener('keydown', () => (byPointer = false), true);
  new MutationObserver(onChange).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['disabled', 'data-loading', 'style', 'hidden'],
  });
}
