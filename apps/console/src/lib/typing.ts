// Says whether a key belongs to what somebody types, to a dialog or to an open list, so that no shortcut takes it.

const OPENED = '[role="dialog"], [role="menu"], [role="listbox"]';
const OCCUPIED = `input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable], ${OPENED}`;

/** Whether the key goes into a field or a dialog, or is part of another command. */
export function isTaken({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || (target instanceof Element && target.closest(OCCUPIED) !== null);
}

/** Whether something lies above the page that Escape closes. */
export function isCovered(): boolean {
  return [...document.querySelectorAll(OPENED)].some((one) => one.checkVisibility());
}
