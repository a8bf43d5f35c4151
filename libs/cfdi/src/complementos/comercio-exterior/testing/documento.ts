import type { Comprobante } from '../../../comprobante.js';
import { nodoDelComprobante } from '../../../documento/nodo.js';
import { comprobanteXml } from '../../../documento/xml.js';
import type { ComprobanteInput } from '../../../input.js';
import { parseComprobante } from '../../../lectura/comprobante.js';
import type { Nodo } from '../../../parsed.js';
import type { Falla } from '../../../reglas/regla.js';
import { construir } from '../../../testing/construir.js';
import { construirComercioExterior } from '../construir.js';
import { revisarComercioExterior } from '../revisar.js';
import { GRANDES } from './grandes.js';

/** Builds a document with its complement, or fails the test with the refusal. */
export function documentoDe(input: ComprobanteInput): { comprobante: Comprobante; raiz: Nodo; cce: Nodo } {
  const comprobante = construir(input);
  const [complemento] = input.complementos ?? [];
  if (complemento?.tipo !== 'comercioExterior') throw new Error('it has no Comercio Exterior');
  const hecho = construirComercioExterior(complemento.datos, input, 'complementos[0].datos');
  if (!hecho.ok) throw new Error(JSON.stringify(hecho.refusal.details));
  const raiz = nodoDelComprobante(comprobante, { deComprobante: [hecho.value], deConceptos: new Map() });
  return { comprobante, raiz, cce: hecho.value.nodo };
}

export const xmlDe = (input: ComprobanteInput): string =>
  comprobanteXml(documentoDe(input).comprobante, {
    ...{ noCertificado: '0'.repeat(20), certificado: 'QUJD', sello: 'QUJD' },
  });

/** The rules that a document breaks, with the large catalogues of the test or without any. */
export function fallasDe(raiz: Nodo, cce: Nodo, conGrandes = true): Falla[] {
  const fallas: Falla[] = [];
  revisarComercioExterior(cce, { raiz, ...(conGrandes && { grandes: GRANDES }) }, fallas);
  return fallas;
}

/** The codes of the rules that an XML breaks. */
export function codigosDe(xml: string, conGrandes = true): string[] {
  const leido = parseComprobante(xml);
  if (!leido.ok) throw new Error(JSON.stringify(leido.refusal.details));
  const { complementos, raiz } = leido.value;
  const cce = complementos.at(-1);
  if (!cce) throw new Error('it has no complement');
  return fallasDe(raiz, cce, conGrandes).map(({ codigo }) => codigo);
}
