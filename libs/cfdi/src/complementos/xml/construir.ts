import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { detallesDe } from '../../formas/detalles.js';
import { implocal } from '../../formas/estandares/complementos/implocal.js';
import { estandarDe, type Destino } from '../../formas/estandares/index.js';
import { defectosDe } from '../../formas/revisar.js';
import { rutaDe } from '../../formas/rutas.js';
import type { ComprobanteInput } from '../../input.js';
import { readContent } from '../../lectura/nodos.js';
import type { Nodo } from '../../parsed.js';
import type { Construido } from '../complemento.js';
import type { EspacioInput } from '../input.js';
import { canonico } from './canonico.js';
import { espaciosDeComplemento, revisarEspacios } from './espacios.js';
import { sinDeclaracion } from './texto.js';

const MAX_DETALLES = 100;

/**
 * A complement of the whole comprobante from the caller's XML: one element of a standard that CFDI 4.0 admits there.
 * It is read without DTD, entities, comments, processing instructions or CDATA, with the prefixes of the standards
 * and of the input's `espacios` declared; checked against its table; and written again, so that nothing else comes
 * with it. Refuses (invalid_request) at `ruta` followed by the place in the XML: `complementos[0].xml.Pagos.Pago[1].Monto`.
 */
export const construirXml = (xml: string, comprobante: ComprobanteInput, ruta: string): Result<Construido> =>
  construirDeXml(xml, 'comprobante', comprobante.espacios ?? [], ruta);

/** The same of one line (cfdi:ComplementoConcepto). */
export const construirConceptoXml = (
  xml: string,
  { espacios = [] }: { readonly espacios?: readonly EspacioInput[] },
  ruta: string,
): Result<Construido> => construirDeXml(xml, 'concepto', espacios, ruta);

/** The same of retenciones:Complemento. */
export const construirRetencionXml = (
  xml: string,
  { espacios = [] }: { readonly espacios?: readonly EspacioInput[] },
  ruta: string,
): Result<Construido> => construirDeXml(xml, 'retenciones', espacios, ruta);

const negar = (ruta: string, es: string, en: string): Result<never> =>
  refuseFields([field(ruta, 'invalid_value', { message: { es, en } })]);

function construirDeXml(
  xml: unknown,
  destino: Destino,
  espacios: readonly EspacioInput[],
  ruta: string,
): Result<Construido> {
  const texto = sinDeclaracion(xml, ruta);
  if (!texto.ok) return texto;
  // Wrong namespaces get their own refusal; here they count as missing.
  const suyos = revisarEspacios(espacios, '').length === 0 ? espacios : [];
  const leido = readContent(texto.value, ruta, {
    espacios: espaciosDeComplemento(destino, suyos),
    sin: ['comment', 'cdata', 'processinginstruction'],
  });
  if (!leido.ok) return leido;
  const [raiz, ...mas] = leido.value;
  if (raiz === undefined || mas.length > 0)
    return negar(
      ruta,
      'El XML debe tener exactamente un elemento raíz.',
      'The XML must have exactly one root.',
    );
  return deUnElemento(raiz, destino, ruta);
}

function deUnElemento(raiz: Nodo, destino: Destino, ruta: string): Result<Construido> {
  const estandar = estandarDe(raiz, destino);
  if (estandar === implocal)
    return negar(
      ruta,
      'Los impuestos locales se indican en los conceptos: cambian el total del comprobante.',
      'Local taxes are given with the items: they change the total of the document.',
    );
  if (!estandar)
    return negar(
      ruta,
      `"${raiz.nombre.slice(0, 100)}" de "${raiz.espacio.slice(0, 200)}" no es un complemento que pueda ir aquí.`,
      `"${raiz.nombre.slice(0, 100)}" of "${raiz.espacio.slice(0, 200)}" is no complement that may stand here.`,
    );
  const detalles: Detail[] = [];
  const nodo = canonico(raiz, estandar.raiz, `${ruta}.${raiz.nombre}`, detalles);
  detalles.push(...detallesDe(defectosDe(estandar.raiz, nodo, MAX_DETALLES)));
  return detalles.length > 0 ? refuseFields(unicos(detalles).slice(0, MAX_DETALLES)) : ok({ estandar, nodo });
}

/** What a value has wrong is said once: by what it contains, or by its type. */
function unicos(detalles: readonly Detail[]): readonly Detail[] {
  const vistos = new Set<string | undefined>();
  return detalles.filter(({ path }) => !vistos.has(path) && vistos.add(path));
}

/** Standards of which a document may carry several elements: the payroll of two periods (guide of Nómina 1.2). */
const VARIOS = new Set(['http://www.sat.gob.mx/nomina12']);

/**
 * Complements of a standard that the document already has, whether the engine builds it from other fields
 * (implocal), or that it came as JSON and as XML: one detail for each, at its place in the input.
 */
export function complementosRepetidos(construidos: readonly Construido[]): Detail[] {
  const vistos = new Set<string>();
  return construidos.flatMap(({ estandar: { espacio, prefijo }, nodo }, i) => {
    if (VARIOS.has(espacio) || !vistos.has(espacio)) {
      vistos.add(espacio);
      return [];
    }
    return [
      field(rutaDe(nodo) ?? `complementos[${i}]`, 'invalid_value', {
        message: {
          es: `El complemento "${prefijo}" puede ir una sola vez en el comprobante.`,
          en: `The complement "${prefijo}" may be in the document only once.`,
        },
      }),
    ];
  });
}
