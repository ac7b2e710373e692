// Looks in the page at what has the focus, what can be hit, what is cut off and what scrolls; the driver evaluates it as one expression.
(() => {
  const SIZE_LEAST = 24;
  /** What is pressed by a finger; a button within a field has the height of its line alone. */
  const SIZE_FOR_FINGERS = 44;
  const TARGETS =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="option"], [tabindex="0"]';

  const isDrawn = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  const nameOf = (element) =>
    `${element.tagName.toLowerCase()} ${(element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent ?? '').trim().slice(0, 60)}`;

  const isOutlined = (element) => {
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && outlineColor !== 'rgba(0, 0, 0, 0)';
  };
  /** A field of several parts shows the focus around all of them. */
  const showsFocus = (element) => {
    let around = element;
    for (let step = 0; step < 3 && around !== null; step++, around = around.parentElement) {
      if (isOutlined(around)) return true;
    }
    return false;
  };
  /** Names what lies above all of an element, or that it is out of the view; null where a part of it is free. */
  const coverOf = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const points = [0.5, 0.1, 0.9].flatMap((x) => [0.5, 0.1, 0.9].map((y) => [left + width * x, top + height * y]));
    const hits = points.map(([x, y]) => document.elementFromPoint(x, y));
    const isFree = (hit) =>
      hit !== null && (element.contains(hit) || hit.contains(element) || [...(element.labels ?? [])].some((label) => label.contains(hit)));
    if (hits.some(isFree)) return null;
    const above = hits.find((hit) => hit !== null);
    return above === undefined ? `the edge of the view, at ${Math.round(left)} ${Math.round(top)}` : `${above.tagName.toLowerCase()} ${above.className}`;
  };

  /** A target has its own size and that of its label. */
  const boxOf = (element) => {
    const boxes = [element, ...(element.labels ?? [])].map((one) => one.getBoundingClientRect());
    const [left, top] = [Math.min(...boxes.map((box) => box.left)), Math.min(...boxes.map((box) => box.top))];
    const [right, bottom] = [Math.max(...boxes.map((box) => box.right)), Math.max(...boxes.map((box) => box.bottom))];
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };
  /** A link within a sentence is as high as its line. */
  const isInLine = (element) => {
    if (element.tagName !== 'A' || getComputedStyle(element).display !== 'inline') return false;
    const around = element.parentElement?.textContent?.trim() ?? '';
    return around.length > (element.textContent ?? '').trim().length;
  };
  const isNear = (box, other) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const [dx, dy] = [Math.max(other.left - x, 0, x - other.right), Math.max(other.top - y, 0, y - other.bottom)];
    return Math.hypot(dx, dy) < SIZE_LEAST / 2;
  };
  const isButton = (element) => element.matches('button, [role="button"]');
  const leastOf = (element) =>
    isButton(element) && matchMedia('(pointer: coarse)').matches && element.closest('.mantine-Input-wrapper') === null
      ? SIZE_FOR_FINGERS
      : SIZE_LEAST;
  const smallTargets = () => {
    // What lies below the bar at the top now is near to nothing of it.
    scrollTo(0, 0);
    const targets = [...document.querySelectorAll(TARGETS)].filter(isDrawn);
    const boxes = new Map(targets.map((element) => [element, boxOf(element)]));
    return targets
      .filter((element) => {
        const box = boxes.get(element);
        const least = leastOf(element);
        if (box.width >= least && box.height >= least) return false;
        if (isInLine(element) || element.closest('.bjs-powered-by') !== null) return false;
        if (isButton(element)) return true;
        // A smaller link or box is enough where the room of a large one around it is free.
        return targets.some(
          (other) => other !== element && !other.contains(element) && !element.contains(other) && isNear(box, boxes.get(other)),
        );
      })
      .map((element) => `${nameOf(element)} ${Math.round(boxes.get(element).width)}x${Math.round(boxes.get(element).height)}`);
  };

  /** Is what the person stands on; null where that is nothing. */
  const stop = () => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    element.dataset.stop ??= String((globalThis.stopCount = (globalThis.stopCount ?? 0) + 1));
    return {
      id: element.dataset.stop,
      name: nameOf(element),
      // What stands in a frame of its own shows its focus there.
      shown: element.tagName === 'IFRAME' || showsFocus(element),
      coveredBy: isDrawn(element) ? coverOf(element) : null,
    };
  };
  /** A text is cut where its box hides what does not fit. */
  const cutTexts = () =>
    [...document.querySelectorAll('body *')]
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
        const isCut =
          (hides(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
          (hides(overflowY) && element.scrollHeight > element.clientHeight + 2);
        return isCut && isDrawn(element) && element.closest('.k-diagram, .k-hidden, svg') === null && element.innerText?.trim();
      })
      .map((element) => `${element.className} ${element.innerText.trim().slice(0, 80)}`);

  /** Tables and diagrams scroll in their own boxes, and nothing else does. */
  const sideways = () => [
    ...(document.documentElement.scrollWidth > innerWidth ? ['the page'] : []),
    ...[...document.querySelectorAll('body *')]
      .filter((element) => {
        const scrolls = ['auto', 'scroll'].includes(getComputedStyle(element).overflowX);
        return scrolls && element.scrollWidth > element.clientWidth && element.closest('.k-table, .k-diagram') === null;
      })
      .map((element) => `${element.tagName} ${element.className}`),
  ];
  return { stop, smallTargets, cutTexts, sideways };
})()
