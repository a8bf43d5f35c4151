import type { RfcRegister } from '../../../../rules/rule.js';
import { addChild, copyNode, setAttributes, removeNode, type Mutable } from '../changes.js';
import type { NominaInput } from '../../input.js';
import { documentOf, violationsOf } from '../document.js';
import { nominaComprobante } from '../nominas.js';

/** Documents that break one rule: a payroll, and the change of its document's tree. */

export const N = 'Complemento/Nomina';
export const R = `${N}/Receptor`;
export const E = `${N}/Emisor`;
export const P = `${N}/Percepciones`;
export const D = `${N}/Deducciones`;
export const O = `${N}/OtrosPagos`;
export const CONCEPTO = 'Conceptos/Concepto';

/** The line and the header follow the payroll's totals. */
export function balance(root: Mutable, total: string, deducciones?: string): void {
  setAttributes(root, CONCEPTO, { ValorUnitario: total, Importe: total, Descuento: deducciones });
}

export type Change = (root: Mutable) => void;
export type Case = readonly [codigo: string, base: NominaInput, cambio: Change];

export const attributes =
  (path: string, cambios: Readonly<Record<string, string | undefined>>): Change =>
  (root) =>
    path === '' ? void Object.assign(root.attributes, cambios) : setAttributes(root, path, cambios);
export const without =
  (path: string): Change =>
  (root) =>
    removeNode(root, path);
export const withChanges =
  (path: string, name: string, values: Readonly<Record<string, string>> = {}): Change =>
  (root) =>
    addChild(root, path, name, values);
export const all =
  (...cambios: readonly Change[]): Change =>
  (root) =>
    cambios.forEach((applyChange) => applyChange(root));

/** A well-formed RFC that no taxpayer has. */
export const NO_INSCRITO = 'AAAA010101AAA';
const register: RfcRegister = {
  find: (rfc) => (rfc === NO_INSCRITO ? 'no_inscrito' : undefined),
};

/** The codes that a payroll's document breaks after a change. */
export function codesAfter(base: NominaInput, applyChange: Change, fecha = '2026-11-20T10:30:00'): string[] {
  const root = copyNode(documentOf(nominaComprobante(base, { fecha })).root);
  applyChange(root);
  return violationsOf(root, { register }).map(({ code }) => code);
}
