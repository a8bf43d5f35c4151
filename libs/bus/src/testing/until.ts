import { monotonicMs } from '#kernel';

/** Waits until something becomes true; fails after what a busy machine may need, and before Jest ends the test. */
export async function until(isTrue: () => boolean | Promise<boolean>, withinMs = 60_000): Promise<void> {
  const deadline = monotonicMs() + withinMs;
  while (!(await isTrue())) {
    if (monotonicMs() > deadline) throw new Error('it did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
