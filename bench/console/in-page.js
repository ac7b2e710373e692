// Runs in each page that a bench opens: notes what was painted, what moved and what held the page, and times what somebody does.
globalThis.bench = (() => {
  const seen = { paintMs: 0, shift: 0, tasksMs: [] };
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  let changedAt = 0;
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.paintMs = startTime;
    changedAt = performance.now();
  });
  observe('layout-shift', ({ value, hadRecentInput }) => {
    if (!hadRecentInput) seen.shift += value;
  });
  observe('longtask', ({ duration }) => {
    seen.tasksMs.push(duration);
    changedAt = performance.now();
  });

  /** A message that is posted while a frame is made arrives once it has been painted. */
  const painted = () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      port2.postMessage(null);
    });
  /** Resolves with the moment at which a frame has been painted in which `isShown` holds. */
  const whenPainted = (isShown) =>
    new Promise((resolve) => {
      const look = () => {
        if (isShown()) painted().then(resolve);
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });

  /** Is true once a screen is there and nothing that it shows is on its way. */
  const isSettled = () =>
    document.querySelector('h1') !== null && document.querySelector('[aria-busy="true"]') === null;

  let frames = null;
  const keyMs = [];
  return {
    seen,
    isSettled,
    /** A page is at rest once nothing has painted anew or held it for `quietMs`. */
    whenAtRest: (quietMs) => whenPainted(() => isSettled() && performance.now() - changedAt > quietMs),
    /** Does something, and answers the milliseconds until what it leads to has been painted. */
    async time(act, isShown) {
      const began = performance.now();
      act();
      return (await whenPainted(isShown)) - began;
    },
    /** From now on the time between frames is noted, until `takeFrames` answers it. */
    watchFrames() {
      const times = [];
      frames = times;
      let last = performance.now();
      const note = (now) => {
        times.push(now - last);
        last = now;
        if (frames === times) requestAnimationFrame(note);
      };
      requestAnimationFrame(note);
    },
    takeFrames() {
      const times = frames.slice(1);
      frames = null;
      return times;
    },
    /** From now on each key is timed, from the system's own time of it until its frame has been painted. */
    watchKeys() {
      addEventListener(
        'keydown',
        ({ timeStamp }) => {
          requestAnimationFrame(async () => keyMs.push((await painted()) - timeStamp));
        },
        { capture: true },
      );
    },
    keyMs,
    takeTasks: () => seen.tasksMs.splice(0),
  };
})();
