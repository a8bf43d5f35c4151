import { refuseFields, type Detail, type Result } from '#kernel';
import type { ComprobanteInput, ConceptoInput } from '../input.js';
import { findNotCarried, namespaceOfInput } from './carried.js';
import { buildCartaPorte } from './carta-porte/build.js';
import { buildComercioExterior } from './comercio-exterior/build.js';
import type { BuiltComplemento } from './complemento.js';
import { buildComplementoConcepto } from './conceptos/build.js';
import type { ComplementoInput } from './input.js';
import { buildLeyendas } from './leyendas/build.js';
import { buildNomina } from './nomina/build.js';
import { buildPagos } from './pagos/build.js';
import { invalidValue } from '../details.js';
import { buildXml } from './xml/build.js';

const TYPES = 'pagos, nomina, cartaPorte, comercioExterior, leyendasFiscales, xml';

/** Builds one complement by what it is given as. */
function buildDocument(
  complemento: ComplementoInput,
  input: ComprobanteInput,
  path: string,
): Result<BuiltComplemento> {
  switch (complemento.tipo) {
    case 'pagos':
      return buildPagos(complemento.pagos, input, `${path}.pagos`);
    case 'nomina':
      return buildNomina(complemento.nomina, input, `${path}.nomina`);
    case 'cartaPorte':
      return buildCartaPorte(complemento.datos, input, `${path}.datos`);
    case 'comercioExterior':
      return buildComercioExterior(complemento.datos, input, `${path}.datos`);
    case 'leyendasFiscales':
      return buildLeyendas(complemento.leyendas, input, `${path}.leyendas`);
    case 'xml':
      return buildXml(complemento.xml, input, `${path}.xml`);
    default:
      return refuseFields([invalidValue(`${path}.tipo`, TYPES)]);
  }
}

/** Builds one that the type may carry; another is refused in one sentence, whatever is inside. */
function buildCarried(
  complemento: ComplementoInput,
  input: ComprobanteInput,
  path: string,
): Result<BuiltComplemento> {
  const asJson = findNotCarried(namespaceOfInput(complemento.tipo), input.tipo, path);
  if (asJson) return refuseFields([asJson]);
  const built = buildDocument(complemento, input, path);
  const asXml = built.ok ? findNotCarried(built.value.standard.namespace, input.tipo, path) : undefined;
  return asXml ? refuseFields([asXml]) : built;
}

/** Every complement of the document; what is wrong with them goes to `details`. */
export function buildComplementos(input: ComprobanteInput, details: Detail[]): readonly BuiltComplemento[] {
  return (input.complementos ?? []).flatMap((complemento, i) => {
    const built = buildCarried(complemento, input, `complementos[${i}]`);
    if (built.ok) return [built.value];
    details.push(...(built.refusal.details ?? []));
    return [];
  });
}

/** The complement of every line that has one, by the line's index. */
export function buildConceptoComplementos(
  { conceptos, espacios }: Pick<ComprobanteInput, 'conceptos' | 'espacios'>,
  details: Detail[],
): ReadonlyMap<number, BuiltComplemento> {
  const out = new Map<number, BuiltComplemento>();
  for (let i = 0; i < conceptos.length; i += 1) {
    const concepto = conceptos[i] as ConceptoInput;
    if (concepto.complemento === undefined) continue;
    const path = `conceptos[${i}].complemento`;
    const built = buildComplementoConcepto(concepto.complemento, concepto, path, espacios);
    if (built.ok) out.set(i, built.value);
    else details.push(...(built.refusal.details ?? []));
  }
  return out;
}
