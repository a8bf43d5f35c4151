import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { readContent } from '../../lectura/nodos.js';
import type { Nodo } from '../../parsed.js';
import type { EspacioInput } from '../input.js';
import { CFDI, esDelSat, espaciosDeAddenda, revisarEspacios, TFD, XSI } from './espacios.js';
import { sinDeclaracion } from './texto.js';

/** What cfdi:Addenda will contain, and the namespaces that the document's root declares for it. */
export interface Addenda {
  readonly xml: string;
  readonly espacios: readonly EspacioInput[];
}

/** A search for the stamp by its name must find only the SAT's, so not even comments or CDATA may have another. */
const TIMBRE = /<\/?(?:[\w.-]+:)?(?:TimbreFiscalDigital|Comprobante)(?![\w.-])/;

/**
 * The caller's own XML outside of what is signed: elements of any namespace, their texts, comments and CDATA, byte
 * for byte (a byte order mark and an XML declaration before it are left out). Refuses (invalid_request) what is not
 * well-formed by itself, so that it ends where it seems to; a DTD, entities, processing instructions; prefixes that
 * neither it nor `espacios` declares; text outside of its elements, which the schema has no room for; elements of
 * the CFDI or its stamp, other meanings for their prefixes; more than 1 MB.
 * @param ruta where the addenda is in the input; the namespaces are at `espacios`
 */
export function revisarAddenda(
  xml: string,
  espacios: readonly EspacioInput[],
  ruta: string,
): Result<Addenda> {
  const malos = revisarEspacios(espacios, 'espacios');
  if (malos.length > 0) return refuseFields(malos);
  const texto = sinDeclaracion(xml, ruta);
  if (!texto.ok) return texto;
  const propios = espacios.filter(({ uri }) => !esDelSat(uri));
  const leido = readContent(texto.value, ruta, {
    espacios: espaciosDeAddenda(propios),
    sin: ['processinginstruction'],
  });
  if (!leido.ok) return leido;
  const detalle =
    leido.value.length === 0
      ? field(ruta, 'required')
      : TIMBRE.test(texto.value)
        ? ajeno(ruta, 'un comprobante o un timbre', 'a document or a stamp')
        : buscarAjeno(leido.value, ruta);
  return detalle ? refuseFields([detalle]) : ok({ xml: texto.value, espacios: propios });
}

const ajeno = (ruta: string, es: string, en: string): Detail =>
  field(ruta, 'invalid_value', {
    message: { es: `La addenda no puede contener ${es}.`, en: `The addenda cannot contain ${en}.` },
  });

/** Meanings of the prefixes that every document gives. */
const FIJOS: Readonly<Record<string, string>> = { 'xmlns:cfdi': CFDI, 'xmlns:tfd': TFD, 'xmlns:xsi': XSI };

/** The first element that pretends to be a part of the CFDI. */
function buscarAjeno(nodos: readonly Nodo[], ruta: string): Detail | undefined {
  for (const { nombre, espacio, atributos, hijos } of nodos) {
    const aqui = `${ruta}.${nombre.slice(0, 100)}`;
    if (espacio === CFDI || espacio === TFD)
      return ajeno(aqui, `elementos de ${espacio}`, `elements of ${espacio}`);
    for (const name in FIJOS)
      if (Object.hasOwn(atributos, name) && atributos[name] !== FIJOS[name])
        return ajeno(aqui, `otro significado de "${name}"`, `another meaning of "${name}"`);
    const dentro = buscarAjeno(hijos, aqui);
    if (dentro) return dentro;
  }
  return undefined;
}
