/** Tasks for the spec of the threads. */

export const double = (n: number): number => n * 2;

export const environment = (): readonly string[] => Object.keys(process.env);

export function fail(message: string): never {
  throw new RangeError(message);
}

export function neverEnd(): never {
  for (;;);
}

export function fillMemory(): number {
  const kept: number[][] = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, n) => n + 0.5));
}
