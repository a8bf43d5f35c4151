import { PLAN, type Plan } from '../plan.js';
import { writeCadenaWriter } from './cadena.js';
import { writeXmlWriter } from './xml.js';

/**
 * The writers of XML and cadena as the table has them, by the names of their files in document/generated. They are
 * written down, not made when the service starts: functions made of functions cost half as much again (ADR 12).
 */
export const writeWriters = (plan: Plan = PLAN): Readonly<Record<string, string>> => ({
  'xml.ts': writeXmlWriter(plan),
  'cadena.ts': writeCadenaWriter(plan),
});
