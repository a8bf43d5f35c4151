/**
 * The least processor time that a run takes, of so many runs, in milliseconds: what else the machine is doing hardly shows
 * in it. Compare it with that of something known, within one test.
 */
export function leastCpuMs(run: () => unknown, runs = 15): number {
  let least = Infinity;
  for (let n = 0; n < runs; n += 1) {
    const before = process.cpuUsage();
    run();
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** The processor time that this process spends until work is done, in milliseconds. */
export async function cpuMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
