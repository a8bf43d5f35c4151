import type { JsonObject } from '#contracts';
import { localDateTime } from '#sat/local-time';
import { toInstant } from '#http';

const DAYS = ['fecha_pago', 'fecha_inicial_pago', 'fecha_final_pago'];
const WITH_TIME = /^\d{4}-\d{2}-\d{2}[T ]/i;
/** What a Date of JavaScript says that was made from a bare day. */
const UTC_MIDNIGHT = /T00:00:00(?:\.0+)?Z$/i;

/**
 * A payroll's days (xs:date in nomina12.xsd), where they came as instants, as clients send that have dates for them: the
 * day in the organization's zone; midnight in UTC is the day that it names. What is no instant is left for the rules.
 */
export function withDays(data: JsonObject, timeZone: string): JsonObject {
  const { receptor } = data;
  const employee = typeof receptor === 'object' && receptor !== null && !Array.isArray(receptor);
  return {
    ...inDays(data, DAYS, timeZone),
    ...(employee && { receptor: inDays(receptor as JsonObject, ['fecha_inicio_rel_laboral'], timeZone) }),
  };
}

const inDays = (data: JsonObject, names: readonly string[], timeZone: string): JsonObject =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      names.includes(name) && typeof value === 'string' ? dayOf(value, timeZone) : value,
    ]),
  );

function dayOf(text: string, timeZone: string): string {
  if (!WITH_TIME.test(text)) return text;
  const instant = toInstant(text, timeZone);
  if (!instant) return text;
  return (UTC_MIDNIGHT.test(text) ? text : localDateTime(instant, timeZone)).slice(0, 10);
}
