import { diaDe, masMeses } from './fechas.js';

/**
 * Antigüedad: how long a worker has been employed when the paid period ends, in whole weeks (P123W) or in years,
 * months and days (P3Y2M23D). Both days of the period count: weeks are (days between + 1) / 7 (NOM54).
 */
const POR_SEMANA = 7;

/** Whole weeks from the first day of work to the last one paid, as `PnW`; none, P0W, where the work begins later. */
export const antiguedadEnSemanas = (inicio: string, fin: string): string =>
  `P${Math.max(0, Math.floor((diaDe(fin) - diaDe(inicio) + 1) / POR_SEMANA))}W`;

const SEMANAS = /^P(\d+)W$/;
const PERIODO = /^P(?:(\d+)Y)?(?:(\d+)M)?(\d+)D$/;

/** Whether weeks (PnW) are at most those that have passed (NOM54); a text in another format is not checked. */
export function cabenSemanas(antiguedad: string, inicio: string, fin: string): boolean {
  const semanas = SEMANAS.exec(antiguedad)?.[1];
  return semanas === undefined || Number(semanas) * POR_SEMANA <= diaDe(fin) - diaDe(inicio) + 1;
}

/**
 * Whether years, months and days (PnYnMnD) are those that have passed (NOM55). The matrix does not say whether the last
 * day counts: both readings hold. A text of another form is not judged.
 */
export function correspondePeriodo(antiguedad: string, inicio: string, fin: string): boolean {
  const partes = PERIODO.exec(antiguedad);
  if (!partes) return true;
  const [anios, meses, dias] = [partes[1], partes[2], partes[3]].map((parte) => Number(parte ?? 0));
  const enteros = (anios as number) * 12 + (meses as number);
  const llega = masMeses(inicio, enteros) + (dias as number);
  // Days do not make up for a month: P1M31D is no way to write two months.
  const siguiente = masMeses(inicio, enteros + 1);
  return [diaDe(fin), diaDe(fin) + 1].some((dia) => dia === llega && dia < siguiente);
}
