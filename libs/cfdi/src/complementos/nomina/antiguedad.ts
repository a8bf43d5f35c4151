import { toDayNumber, addMonths } from './dates.js';

/**
 * Antigüedad: how long a worker has been employed when the paid period ends, in whole weeks (P123W) or in years,
 * months and days (P3Y2M23D). Both days of the period count: weeks are (days between + 1) / 7 (NOM54).
 */
const PER_SEMANA = 7;

/** Whole weeks from the first day of work to the last one paid, as `PnW`; none, P0W, where the work begins later. */
export const toAntiguedadInWeeks = (start: string, end: string): string =>
  `P${Math.max(0, Math.floor((toDayNumber(end) - toDayNumber(start) + 1) / PER_SEMANA))}W`;

const WEEKS = /^P(\d+)W$/;
const PERIODO = /^P(?:(\d+)Y)?(?:(\d+)M)?(\d+)D$/;

/** Whether weeks (PnW) are at most those that have passed (NOM54); a text in another format is not checked. */
export function fitsInWeeks(antiguedad: string, start: string, end: string): boolean {
  const semanas = WEEKS.exec(antiguedad)?.[1];
  return semanas === undefined || Number(semanas) * PER_SEMANA <= toDayNumber(end) - toDayNumber(start) + 1;
}

/**
 * Whether years, months and days (PnYnMnD) are those that have passed (NOM55). The matrix does not say whether the last
 * day counts: both readings hold. A text of another form is not judged.
 */
export function matchesPeriod(antiguedad: string, start: string, end: string): boolean {
  const partes = PERIODO.exec(antiguedad);
  if (!partes) return true;
  const [years, months, days] = [partes[1], partes[2], partes[3]].map((parte) => Number(parte ?? 0));
  const integers = (years as number) * 12 + (months as number);
  const reach = addMonths(start, integers) + (days as number);
  // Days do not make up for a month: P1M31D is no way to write two months.
  const next = addMonths(start, integers + 1);
  return [toDayNumber(end), toDayNumber(end) + 1].some((day) => day === reach && day < next);
}
