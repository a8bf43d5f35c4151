import type { RegistroDeRfc } from '../../../../reglas/regla.js';
import { agregar, copia, poner, quitar, type Mutable } from '../cambios.js';
import type { NominaInput } from '../../input.js';
import { documentoDe, fallasDe } from '../documento.js';
import { deNomina } from '../nominas.js';

/** Documents that break one rule: a payroll, and the change of its document's tree. */

export const N = 'Complemento/Nomina';
export const R = `${N}/Receptor`;
export const E = `${N}/Emisor`;
export const P = `${N}/Percepciones`;
export const D = `${N}/Deducciones`;
export const O = `${N}/OtrosPagos`;
export const CONCEPTO = 'Conceptos/Concepto';

/** The line and the header follow the payroll's totals. */
export function cuadrar(raiz: Mutable, total: string, deducciones?: string): void {
  poner(raiz, CONCEPTO, { ValorUnitario: total, Importe: total, Descuento: deducciones });
}

export type Cambio = (raiz: Mutable) => void;
export type Caso = readonly [codigo: string, base: NominaInput, cambio: Cambio];

export const atributos =
  (camino: string, cambios: Readonly<Record<string, string | undefined>>): Cambio =>
  (raiz) =>
    camino === '' ? void Object.assign(raiz.atributos, cambios) : poner(raiz, camino, cambios);
export const sin =
  (camino: string): Cambio =>
  (raiz) =>
    quitar(raiz, camino);
export const con =
  (camino: string, nombre: string, valores: Readonly<Record<string, string>> = {}): Cambio =>
  (raiz) =>
    agregar(raiz, camino, nombre, valores);
export const todos =
  (...cambios: readonly Cambio[]): Cambio =>
  (raiz) =>
    cambios.forEach((cambio) => cambio(raiz));

/** An RFC of the right form that nobody has. */
export const NO_INSCRITO = 'AAAA010101AAA';
const registro: RegistroDeRfc = {
  buscar: (rfc) => (rfc === NO_INSCRITO ? 'no_inscrito' : undefined),
};

/** The codes that a payroll's document breaks after a change. */
export function codigosTras(base: NominaInput, cambio: Cambio, fecha = '2026-11-20T10:30:00'): string[] {
  const raiz = copia(documentoDe(deNomina(base, { fecha })).raiz);
  cambio(raiz);
  return fallasDe(raiz, { registro }).map(({ codigo }) => codigo);
}
