import type { Nodo } from '../../../parsed.js';
import { aplicar, lugar, regla, type ContextoReglas, type Falla, type Regla } from '../../../reglas/regla.js';
import { reglasDeduccion, reglasDeducciones, reglasIncapacidad } from './deducciones.js';
import { leer, type Leida } from './leida.js';
import { reglasNomina } from './nomina.js';
import { reglasOtroPago, reglasOtrosPagos } from './otros-pagos.js';
import { reglasPercepcion, reglasPercepciones } from './percepciones.js';
import { reglasReceptor } from './receptor.js';
import { reglasCurp, reglasSobre } from './sobre.js';

const reglasLugar: readonly Regla<Leida, Leida>[] = [
  regla(
    'NOM30',
    'El complemento de nómina va en cfdi:Complemento, no en el de un concepto.',
    'The payroll complement goes in cfdi:Complemento, not in that of a line.',
    ({ nomina, nominas }) => !nominas.includes(nomina) && lugar(nomina),
  ),
];

/** Of a payroll as a whole. */
const deNomina = [
  ...[...reglasCurp, ...reglasNomina, ...reglasReceptor],
  ...[...reglasPercepciones, ...reglasDeducciones, ...reglasOtrosPagos],
];

/** Of the elements of its lists. */
const deElementos: readonly {
  readonly lista: (leida: Leida) => readonly Nodo[];
  readonly reglas: readonly Regla<Nodo, Leida>[];
}[] = [
  { lista: ({ listas }) => listas.percepciones, reglas: reglasPercepcion },
  { lista: ({ listas }) => listas.deducciones, reglas: reglasDeduccion },
  { lista: ({ listas }) => listas.otrosPagos, reglas: reglasOtroPago },
  { lista: ({ listas }) => listas.incapacidades, reglas: reglasIncapacidad },
];

/** Every rule of the complement, for the list of its codes. */
export const reglasDeNomina: readonly { readonly codigo: string }[] = [
  ...[...reglasLugar, ...reglasSobre, ...deNomina],
  ...deElementos.flatMap(({ reglas }) => reglas),
];

/**
 * Runs the error matrix of Nómina 1.2 over an element nomina12:Nomina and the comprobante around it
 * (`contexto.raiz`), and notes every rule that is broken; it stops at `limite`. The catalogues and the edition of the
 * matrix (C, or E since 2026) are those of the day of issue. Where a document has several payrolls, the rules of the
 * comprobante (NOM1 to NOM29) are asked with the first one, over the sum of all.
 */
export function revisarNomina(
  nodo: Nodo,
  contexto: ContextoReglas,
  fallas: Falla[],
  limite = Infinity,
): void {
  const leida = leer(nodo, contexto);
  const antes = fallas.length;
  if (aplicar(reglasLugar, leida, leida, fallas, limite) || fallas.length > antes) return;
  if (leida.nominas[0] === nodo && aplicar(reglasSobre, leida, leida, fallas, limite)) return;
  if (aplicar(deNomina, leida, leida, fallas, limite)) return;
  for (const { lista, reglas } of deElementos)
    for (const elemento of lista(leida)) if (aplicar(reglas, elemento, leida, fallas, limite)) return;
}
