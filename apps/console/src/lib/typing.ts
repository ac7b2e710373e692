// Says whether a key belongs to what somebody types or to a dialog, so that no shortcut takes it.

const OCCUPIED = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], [role="dialog"]';

/** True where the key goes into a field or a dialog, or is part of another command. */
export function isTaken({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(OCCUPIED) !== null);
}
