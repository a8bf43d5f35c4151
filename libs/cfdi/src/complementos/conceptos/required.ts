import { clavesHyp } from '#sat';
import type { Detail } from '#kernel';
import { rule } from '../../details.js';
import type { ComprobanteInput } from '../../input.js';
import { hidrocarburosPetroliferos } from '../../schemas/standards/conceptos/hidrocarburos-petroliferos.js';
import type { XmlNode } from '../../parsed.js';
import type { BuiltComplemento } from '../complemento.js';

/**
 * Whether a line must carry the complement Hidrocarburos y Petrolíferos: lines of I and E whose product key is in
 * c_ClaveHYP on the document's day (RMF 2026, rule 2.7.1.48 and Anexo 29). What is only moved (T) need not.
 * @param fecha the document's Fecha; the catalogue's own validity says since when
 */
export const requiresHidrocarburos = (tipo: string, claveProdServ: string, fecha: string): boolean =>
  (tipo === 'I' || tipo === 'E') && clavesHyp.has(claveProdServ, fecha);

/** Whether an element is that complement. */
export const isHidrocarburos = ({ name, namespace }: Pick<XmlNode, 'name' | 'namespace'>): boolean =>
  name === hidrocarburosPetroliferos.root.name && namespace === hidrocarburosPetroliferos.namespace;

/**
 * A detail for each line of fuel without that complement, at `conceptos[i].complemento`. A complement that was given
 * and is wrong has said so itself.
 * @param built the complements of lines that could be built, by the line's index
 */
export function findMissingHidrocarburos(
  { tipo, fecha, conceptos }: Pick<ComprobanteInput, 'tipo' | 'fecha' | 'conceptos'>,
  built: ReadonlyMap<number, BuiltComplemento>,
): Detail[] {
  return conceptos.flatMap(({ claveProdServ, complemento }, i) => {
    if (!requiresHidrocarburos(tipo, claveProdServ, fecha)) return [];
    const own = built.get(i);
    const present = own ? isHidrocarburos(own.node) : complemento !== undefined;
    return present ? [] : [missing(`conceptos[${i}].complemento`, claveProdServ, own !== undefined)];
  });
}

const missing = (path: string, key: string, another: boolean): Detail =>
  rule(
    path,
    another ? 'invalid_value' : 'required',
    'CFDI40163',
    `La clave ${key} requiere el complemento Hidrocarburos y Petrolíferos en este concepto: indique "tipo_permiso", "numero_permiso" y "sub_producto_hyp".`,
    `Key ${key} requires the complement Hidrocarburos y Petrolíferos in this item: give "tipo_permiso", "numero_permiso" and "sub_producto_hyp".`,
  );
