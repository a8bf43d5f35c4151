import { field, ok, refuseFields, type Result } from '#kernel';
import type { TimbreFiscalDigital } from '../comprobante.js';
import type { Sellado } from '../documento/xml.js';
import { cadenaDe } from '../formas/cadena.js';
import { estandarDe } from '../formas/estandares/index.js';
import { retenciones20 } from '../formas/estandares/cfdi/retenciones-20.js';
import type { Nodo } from '../parsed.js';
import { retencionDe } from '../retenciones/de-nodo.js';
import { complementosDe, defectosDeRetencion } from '../retenciones/estructura.js';
import type { CfdiRetencion } from '../retenciones/modelo.js';
import { TFD } from '../timbre/timbre.js';
import { isTimbre, timbreOf } from './comprobante.js';
import { readXml } from './nodos.js';
import { addendaDe, complementoDesconocido, complementosLeidos, espaciosDe, rechazoDe } from './partes.js';

export interface RetencionLeida {
  readonly retencion: CfdiRetencion;
  readonly sellado: Sellado;
  readonly timbre?: TimbreFiscalDigital;
}

const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

/** Whether an element is the root of a document of retentions 2.0. */
export const esRetencion = ({ nombre, espacio }: Nodo): boolean =>
  nombre === retenciones20.raiz.nombre && espacio === retenciones20.espacio;

/**
 * Reads a document of retentions 2.0 of any issuer, stamped or not, sealed or not, into the model that buildRetencion
 * gives: `leerRetencion(retencionXml(x, sellado))` is x. Refuses (invalid_request) what is not well-formed, is no
 * retenciones:Retenciones, whose structure does not hold, or carries complements that no table knows.
 */
export function leerRetencion(xml: string): Result<RetencionLeida> {
  const read = readXml(xml);
  if (!read.ok) return read;
  const raiz = read.value;
  if (!esRetencion(raiz)) return noEsRetencion();
  const rechazo = rechazoDe(defectosDeRetencion(raiz, 100));
  if (rechazo) return rechazo;
  const complementos = complementosLeidos(complementosDe(raiz), 'retenciones');
  if (!complementos.ok) return complementos;
  const { Sello = '', Certificado = '', NoCertificado = '' } = raiz.atributos;
  const propios = complementos.value.map(({ espacio }) => espacio);
  const timbre = timbreDe(raiz);
  return ok({
    retencion: retencionDe(raiz, {
      complementos: complementos.value,
      addenda: addendaDe(xml),
      espacios: espaciosDe(raiz, new Set([retenciones20.espacio, XSI, TFD, ...propios])),
    }),
    sellado: { noCertificado: NoCertificado, certificado: Certificado, sello: Sello },
    ...(timbre && { timbre }),
  });
}

const noEsRetencion = (): Result<never> =>
  refuseFields([
    field('xml', 'invalid_format', {
      message: {
        es: 'El XML no es un CFDI de retenciones 2.0.',
        en: 'The XML is not a CFDI of retentions 2.0.',
      },
    }),
  ]);

/** The stamp of a document, where it has one. */
export function timbreDe(raiz: Nodo): TimbreFiscalDigital | undefined {
  const timbre = raiz.hijos
    .filter(({ nombre, espacio }) => nombre === 'Complemento' && espacio === raiz.espacio)
    .flatMap(({ hijos }) => hijos)
    .find(isTimbre);
  return timbre && timbreOf(timbre);
}

/** The cadena original of a document of retentions as it stands. Refuses a complement that no table knows. */
export function cadenaDeRetencion(raiz: Nodo): Result<string> {
  let out = `|${cadenaDe(retenciones20.raiz, raiz)}`;
  for (const nodo of complementosDe(raiz)) {
    const estandar = estandarDe(nodo, 'retenciones');
    if (!estandar) return complementoDesconocido(nodo);
    out += cadenaDe(estandar.raiz, nodo);
  }
  return ok(`${out}||`);
}
