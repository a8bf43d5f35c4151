import { PLAN, type Plan } from '../plan.js';
import { escritorCadena } from './cadena.js';
import { escritorXml } from './xml.js';

/**
 * The writers of XML and cadena as the table has them, by the names of their files in documento/generado. They are
 * written down, not made when the service starts: functions made of functions cost half as much again (ADR 12).
 */
export const escritores = (plan: Plan = PLAN): Readonly<Record<string, string>> => ({
  'xml.ts': escritorXml(plan),
  'cadena.ts': escritorCadena(plan),
});
