const STEP_MS = 100;

/**
 * How long work takes by a timer of this process, which stands still while the machine does, in milliseconds. Work that holds up the
 * event loop stops it too: that is for `cpuMsOf`.
 */
export async function ownMsOf(work: () => Promise<unknown>): Promise<number> {
  let steps = 0;
  const timer = setInterval(() => (steps += 1), STEP_MS);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  return steps * STEP_MS;
}
