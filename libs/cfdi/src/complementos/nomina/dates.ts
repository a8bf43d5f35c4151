/**
 * Days and months between dates `AAAA-MM-DD`, for the seniority of a worker (Antigüedad). Dates exist: the structure of
 * the document has been seen to before.
 */
const DAY_MS = 86_400_000;

/** Days since 1970. */
export const toDayNumber = (fecha: string): number => Date.parse(`${fecha}T00:00:00Z`) / DAY_MS;

/** The day that many months later, or the last one of its month where that is shorter. */
export function addMonths(fecha: string, months: number): number {
  const [year, month, day] = [fecha.slice(0, 4), fecha.slice(5, 7), fecha.slice(8, 10)].map(Number);
  const first = new Date(Date.UTC(year as number, (month as number) - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  return first.getTime() / DAY_MS + Math.min(day as number, last) - 1;
}
