import { refuseFields, type Detail, type Result } from '#kernel';
import type { ComprobanteInput, ConceptoInput } from '../input.js';
import { construirCartaPorte } from './carta-porte/construir.js';
import { construirComercioExterior } from './comercio-exterior/construir.js';
import type { Construido } from './complemento.js';
import { construirComplementoConcepto } from './conceptos/construir.js';
import type { ComplementoInput } from './input.js';
import { construirLeyendas } from './leyendas/construir.js';
import { construirNomina } from './nomina/construir.js';
import { construirPagos } from './pagos/construir.js';
import { invalidValue } from '../rules.js';
import { construirXml } from './xml/construir.js';

const TIPOS = 'pagos, nomina, cartaPorte, comercioExterior, leyendasFiscales, xml';

/** Builds one complement by what it is given as. */
function construir(complemento: ComplementoInput, input: ComprobanteInput, ruta: string): Result<Construido> {
  switch (complemento.tipo) {
    case 'pagos':
      return construirPagos(complemento.pagos, input, `${ruta}.pagos`);
    case 'nomina':
      return construirNomina(complemento.nomina, input, `${ruta}.nomina`);
    case 'cartaPorte':
      return construirCartaPorte(complemento.datos, input, `${ruta}.datos`);
    case 'comercioExterior':
      return construirComercioExterior(complemento.datos, input, `${ruta}.datos`);
    case 'leyendasFiscales':
      return construirLeyendas(complemento.leyendas, input, `${ruta}.leyendas`);
    case 'xml':
      return construirXml(complemento.xml, input, `${ruta}.xml`);
    default:
      return refuseFields([invalidValue(`${ruta}.tipo`, TIPOS)]);
  }
}

/** Every complement of the document; what is wrong with them goes to `details`. */
export function construirComplementos(input: ComprobanteInput, details: Detail[]): readonly Construido[] {
  return (input.complementos ?? []).flatMap((complemento, i) => {
    const built = construir(complemento, input, `complementos[${i}]`);
    if (built.ok) return [built.value];
    details.push(...(built.refusal.details ?? []));
    return [];
  });
}

/** The complement of every line that has one, by the line's index. */
export function construirDeConceptos(
  { conceptos, espacios }: Pick<ComprobanteInput, 'conceptos' | 'espacios'>,
  details: Detail[],
): ReadonlyMap<number, Construido> {
  const out = new Map<number, Construido>();
  for (let i = 0; i < conceptos.length; i += 1) {
    const concepto = conceptos[i] as ConceptoInput;
    if (concepto.complemento === undefined) continue;
    const ruta = `conceptos[${i}].complemento`;
    const built = construirComplementoConcepto(concepto.complemento, concepto, ruta, espacios);
    if (built.ok) out.set(i, built.value);
    else details.push(...(built.refusal.details ?? []));
  }
  return out;
}
