import type { Complemento } from '../comprobante.js';
import type { Nodo } from '../parsed.js';
import { escapeXml } from '../text.js';
import { cadenaDe } from './cadena.js';
import type { Estandar } from './forma.js';

/** Writes an element of a standard, every name with its prefix; attributes in the order that they have. */
export function xmlDe(nodo: Nodo, prefijo: string): string {
  let out = `<${prefijo}:${nodo.nombre}`;
  for (const name in nodo.atributos) out += ` ${name}="${escapeXml(nodo.atributos[name] as string)}"`;
  if (nodo.texto !== undefined) return `${out}>${escapeXml(nodo.texto)}</${prefijo}:${nodo.nombre}>`;
  if (nodo.hijos.length === 0) return `${out}/>`;
  out += '>';
  for (const hijo of nodo.hijos) out += xmlDe(hijo, prefijo);
  return `${out}</${prefijo}:${nodo.nombre}>`;
}

/** A complement's element as the document carries it: its XML, and what it adds to the cadena original. */
export const complementoDe = (estandar: Estandar, nodo: Nodo): Complemento => ({
  prefijo: estandar.prefijo,
  espacio: estandar.espacio,
  esquema: estandar.esquema,
  xml: xmlDe(nodo, estandar.prefijo),
  cadena: cadenaDe(estandar.raiz, nodo),
});
