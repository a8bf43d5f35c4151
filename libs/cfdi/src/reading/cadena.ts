import { field, ok, refuseFields, type Result } from '#kernel';
import { appendCadena, createCadena, joinCadena } from '../schemas/cadena.js';
import { cfdi40 } from '../schemas/standards/cfdi/cfdi-40.js';
import { findStandard } from '../schemas/standards/index.js';
import type { XmlNode, ParsedComprobante } from '../parsed.js';
import { isTimbre } from './comprobante.js';

/**
 * The cadena original of a document that was read, from any writer, by the table of CFDI 4.0 and those of its
 * complements. Refuses (invalid_request, path `xml`) one that carries an element of no standard known here, or in a
 * place where it may not be: what it signs could not be told.
 */
export function cadenaOriginalOf({ root }: Pick<ParsedComprobante, 'root'>): Result<string> {
  const cadena = createCadena();
  let unknownPart: XmlNode | undefined;
  appendCadena(cfdi40.root, root, cadena, ({ name, children }) => {
    const destination = name === 'ComplementoConcepto' ? 'concepto' : 'comprobante';
    for (const child of children) {
      if (destination === 'comprobante' && isTimbre(child)) continue;
      const standard = findStandard(child, destination);
      if (standard) appendCadena(standard.root, child, cadena);
      else unknownPart ??= child;
    }
  });
  return unknownPart ? unknown(unknownPart.name) : ok(`|${joinCadena(cadena)}||`);
}

const unknown = (name: string): Result<never> =>
  refuseFields([
    field('xml', 'invalid_value', {
      message: {
        es: `No se conoce la cadena original del complemento "${name}".`,
        en: `The cadena original of the complement "${name}" is not known.`,
      },
    }),
  ]);
