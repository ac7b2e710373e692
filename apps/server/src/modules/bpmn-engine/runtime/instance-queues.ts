// Keeps one queue per instance: its commands run one after another in this process.

interface Queue {
  tail: Promise<unknown>;
  waiting: number;
}

/** Creates the queues; `waitingMax` says how many commands may wait for one instance, beyond which the caller is asked to come later. */
export function createInstanceQueues(waitingMax: () => number) {
  const queues = new Map<string, Queue>();
  return {
    /** Runs work in the queue of an instance; undefined when the queue is full. */
    run<T>(instanceId: string, work: () => Promise<T>): Promise<T> | undefined {
      const queue = queues.get(instanceId) ?? { tail: Promise.resolve(), waiting: 0 };
      if (queue.waiting >= waitingMax()) return undefined;
      const done = queue.waiting === 0 ? work() : queue.tail.then(work);
      queue.waiting++;
      queues.set(instanceId, queue);
      const leave = () => {
        if (--queue.waiting === 0) queues.delete(instanceId);
      };
      // The next command runs whether or not this one succeeded.
      queue.tail = done.then(leave, leave);
      return done;
    },
  };
}
