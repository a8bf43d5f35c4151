/**
 * Runs work of several lanes at once, and that of one lane in its order. `add` waits while too much is waiting.
 *
 * @param {{ atOnce: number, waiting: number }} limits
 */
export function makeLanes({ atOnce, waiting }) {
  /** @type {Map<string, (() => Promise<void>)[]>} */
  const lanes = new Map();
  /** @type {string[]} lanes whose next work may begin, in the order in which it came */
  const ready = [];
  let running = 0;
  let held = 0;
  /** @type {(() => void)[]} */
  let room = [];
  /** @type {(() => void)[]} */
  let idle = [];

  const begin = () => {
    while (running < atOnce) {
      const lane = ready.shift();
      if (lane === undefined) return;
      running += 1;
      void lanes
        .get(lane)?.[0]?.()
        .finally(() => end(lane));
    }
  };
  /** @param {string} lane */
  const end = (lane) => {
    running -= 1;
    held -= 1;
    const queue = lanes.get(lane);
    queue?.shift();
    if (queue && queue.length > 0) ready.push(lane);
    else lanes.delete(lane);
    if (held < waiting) for (const free of room.splice(0)) free();
    if (held === 0) for (const free of idle.splice(0)) free();
    begin();
  };

  return {
    /**
     * @param {string} lane
     * @param {() => Promise<void>} work never rejects
     */
    async add(lane, work) {
      held += 1;
      const queue = lanes.get(lane);
      if (queue) queue.push(work);
      else {
        lanes.set(lane, [work]);
        ready.push(lane);
      }
      begin();
      if (held >= waiting) await new Promise((resolve) => room.push(() => resolve(undefined)));
    },
    /** Waits until all is done. */
    async drain() {
      if (held > 0) await new Promise((resolve) => idle.push(() => resolve(undefined)));
    },
  };
}
