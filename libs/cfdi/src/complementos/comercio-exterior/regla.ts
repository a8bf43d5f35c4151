import { regla, type Regla } from '../../reglas/regla.js';
import type { Exportacion } from './sujeto.js';

/** A rule of Comercio Exterior over subjects of one kind; it sees the whole document as well. */
export type ReglaCce<T = Exportacion> = Regla<T, Exportacion>;

/** The codes are of our own numbering: `CCE-` and the place that the rule is about. */
export const reglaCce = <T = Exportacion>(
  lugar: string,
  es: string,
  en: string,
  rompe: ReglaCce<T>['rompe'],
): ReglaCce<T> => regla<T, Exportacion>(`CCE-${lugar}`, es, en, rompe);
