/**
 * How slow the machine is at this moment. The rule's milliseconds are those of a machine that does the work below in
 * REFERENCE_MS; a slower one, or one whose host gives its time to others, gets as much longer, four times at most.
 */

/** What the loop does all day: JSON read and written, texts looked through. */
const TEXT = JSON.stringify(
  Array.from({ length: 1_000 }, (_, n) => ({
    ...{ id: n, price: n * 1.16, text: `Concepto número ${n}`, parts: [n, n + 1, n + 2] },
  })),
);
const REFERENCE_MS = 0.8;
const ROUNDS = 101;
const MOST = 4;

function work(): number {
  let letters = 0;
  for (const { text } of JSON.parse(TEXT) as { readonly text: string }[])
    letters += text.replace(/[^\w ]/g, '').length;
  return letters + JSON.stringify(JSON.parse(TEXT)).length;
}

/** 1 for the reference machine and faster ones; 2: everything takes twice as long. Takes about a tenth of a second. */
export function measureSlowness(): number {
  const times = Array.from({ length: ROUNDS }, () => {
    const since = performance.now();
    work();
    return performance.now() - since;
  }).sort((a, b) => a - b);
  const median = times[Math.floor(ROUNDS / 2)] ?? REFERENCE_MS;
  return Math.min(MOST, Math.max(1, median / REFERENCE_MS));
}
