import { field, ok, refuseFields, type Result } from '#kernel';
import { anotar, cadenaVacia, juntar } from '../formas/cadena.js';
import { cfdi40 } from '../formas/estandares/cfdi/cfdi-40.js';
import { estandarDe } from '../formas/estandares/index.js';
import type { Nodo, ParsedComprobante } from '../parsed.js';
import { isTimbre } from './comprobante.js';

/**
 * The cadena original of a document that was read, from any writer, by the table of CFDI 4.0 and those of its
 * complements. Refuses (invalid_request, path `xml`) one that carries an element of no standard known here, or in a
 * place where it may not be: what it signs could not be told.
 */
export function cadenaOriginalOf({ raiz }: Pick<ParsedComprobante, 'raiz'>): Result<string> {
  const cadena = cadenaVacia();
  let desconocido: Nodo | undefined;
  anotar(cfdi40.raiz, raiz, cadena, ({ nombre, hijos }) => {
    const destino = nombre === 'ComplementoConcepto' ? 'concepto' : 'comprobante';
    for (const hijo of hijos) {
      if (destino === 'comprobante' && isTimbre(hijo)) continue;
      const estandar = estandarDe(hijo, destino);
      if (estandar) anotar(estandar.raiz, hijo, cadena);
      else desconocido ??= hijo;
    }
  });
  return desconocido ? unknown(desconocido.nombre) : ok(`|${juntar(cadena)}||`);
}

const unknown = (nombre: string): Result<never> =>
  refuseFields([
    field('xml', 'invalid_value', {
      message: {
        es: `No se conoce la cadena original del complemento "${nombre}".`,
        en: `The cadena original of the complement "${nombre}" is not known.`,
      },
    }),
  ]);
