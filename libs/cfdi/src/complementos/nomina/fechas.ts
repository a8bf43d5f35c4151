/**
 * Days and months between dates `AAAA-MM-DD`, for the seniority of a worker (Antigüedad). Dates exist: the structure of
 * the document has been seen to before.
 */
const DIA_MS = 86_400_000;

/** Days since 1970. */
export const diaDe = (fecha: string): number => Date.parse(`${fecha}T00:00:00Z`) / DIA_MS;

/** The day that many months later, or the last one of its month where that is shorter. */
export function masMeses(fecha: string, meses: number): number {
  const [anio, mes, dia] = [fecha.slice(0, 4), fecha.slice(5, 7), fecha.slice(8, 10)].map(Number);
  const primero = new Date(Date.UTC(anio as number, (mes as number) - 1 + meses, 1));
  const ultimo = new Date(Date.UTC(primero.getUTCFullYear(), primero.getUTCMonth() + 1, 0)).getUTCDate();
  return primero.getTime() / DIA_MS + Math.min(dia as number, ultimo) - 1;
}
