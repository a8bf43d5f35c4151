import { field, ok, refuseFields, type Detail, type Result } from '#kernel';
import { detailsOf } from '../../schemas/details.js';
import { implocal } from '../../schemas/standards/complementos/implocal.js';
import { findStandard, type Destination } from '../../schemas/standards/index.js';
import { findDefects } from '../../schemas/check.js';
import { pathOf } from '../../schemas/paths.js';
import type { ComprobanteInput } from '../../input.js';
import { readContent, readContentAhead } from '../../reading/content.js';
import type { Reading } from '../../reading/nodes.js';
import type { XmlNode } from '../../parsed.js';
import type { BuiltComplemento } from '../complemento.js';
import type { NamespaceInput } from '../input.js';
import { canonicalize } from './canonical.js';
import { complementoNamespaces, checkNamespaces } from './namespaces.js';
import { stripDeclaration } from './text.js';

const MAX_DETAILS = 100;
/** Elements and attributes of a complement: a payroll or a Carta Porte of 2000 goods has fewer. */
const MAX_NODES = 50_000;

/**
 * A complement of the whole comprobante from the caller's XML: one element of a standard that CFDI 4.0 admits there.
 * It is read without DTD, entities, comments, processing instructions or CDATA, with the prefixes of the standards
 * and of the input's `namespaces` declared; checked against its table; and written again, so that nothing else comes
 * with it. Refuses (invalid_request) at `path` followed by the place in the XML: `complementos[0].xml.Pagos.Pago[1].Monto`.
 */
export const buildXml = (
  xml: string,
  comprobante: ComprobanteInput,
  path: string,
): Result<BuiltComplemento> => buildFromXml(xml, 'comprobante', comprobante.espacios ?? [], path);

/** The same of one line (cfdi:ComplementoConcepto). */
export const buildConceptoXml = (
  xml: string,
  { espacios = [] }: { readonly espacios?: readonly NamespaceInput[] },
  path: string,
): Result<BuiltComplemento> => buildFromXml(xml, 'concepto', espacios, path);

/** The same of retenciones:Complemento. */
export const buildRetencionXml = (
  xml: string,
  { espacios = [] }: { readonly espacios?: readonly NamespaceInput[] },
  path: string,
): Result<BuiltComplemento> => buildFromXml(xml, 'retenciones', espacios, path);

/** Reads a long complement of a whole document in pieces, for {@link buildXml} or {@link buildRetencionXml} afterwards. */
export async function readXmlAhead(
  xml: string,
  namespaces: readonly NamespaceInput[],
  path: string,
  nextTurn: () => Promise<void>,
  destination: Destination = 'comprobante',
): Promise<void> {
  const text = stripDeclaration(xml, path);
  if (text.ok) await readContentAhead(text.value, path, readingFor(destination, namespaces), nextTurn);
}

function readingFor(destination: Destination, namespaces: readonly NamespaceInput[]): Reading {
  // Wrong namespaces get their own refusal; here they count as missing.
  const own = checkNamespaces(namespaces, '').length === 0 ? namespaces : [];
  return {
    espacios: complementoNamespaces(destination, own),
    without: ['comment', 'cdata', 'processinginstruction'],
    maxNodes: MAX_NODES,
  };
}

const refuseWith = (path: string, es: string, en: string): Result<never> =>
  refuseFields([field(path, 'invalid_value', { message: { es, en } })]);

function buildFromXml(
  xml: unknown,
  destination: Destination,
  namespaces: readonly NamespaceInput[],
  path: string,
): Result<BuiltComplemento> {
  const text = stripDeclaration(xml, path);
  if (!text.ok) return text;
  const parsed = readContent(text.value, path, readingFor(destination, namespaces));
  if (!parsed.ok) return parsed;
  const [root, ...more] = parsed.value;
  if (root === undefined || more.length > 0)
    return refuseWith(
      path,
      'El XML debe tener exactamente un elemento raíz.',
      'The XML must have exactly one root.',
    );
  return buildElement(root, destination, path);
}

function buildElement(root: XmlNode, destination: Destination, path: string): Result<BuiltComplemento> {
  const standard = findStandard(root, destination);
  if (standard === implocal)
    return refuseWith(
      path,
      'Los impuestos locales deben indicarse en los conceptos, porque cambian el total del comprobante.',
      'Give local taxes with the items, because they change the total of the document.',
    );
  if (!standard)
    return refuseWith(
      path,
      `"${root.name.slice(0, 100)}" de "${root.namespace.slice(0, 200)}" no es un complemento que pueda ir aquí.`,
      `"${root.name.slice(0, 100)}" of "${root.namespace.slice(0, 200)}" is no complement that may stand here.`,
    );
  const details: Detail[] = [];
  const node = canonicalize(root, standard.root, `${path}.${root.name}`, details);
  details.push(...detailsOf(findDefects(standard.root, node, MAX_DETAILS)));
  return details.length > 0
    ? refuseFields(keepUnique(details).slice(0, MAX_DETAILS))
    : ok({ standard, node });
}

/** What a value has wrong is said once: by what it contains, or by its type. */
function keepUnique(details: readonly Detail[]): readonly Detail[] {
  const seen = new Set<string | undefined>();
  return details.filter(({ path }) => !seen.has(path) && seen.add(path));
}

/** Standards of which a document may carry several elements: the payroll of two periods (guide of Nómina 1.2). */
const SEVERAL = new Set(['http://www.sat.gob.mx/nomina12']);

/**
 * Complements of a standard that the document already has, whether the engine builds it from other fields
 * (implocal), or that it came as JSON and as XML: one detail for each, at its place in the input.
 */
export function findRepeatedComplementos(built: readonly BuiltComplemento[]): Detail[] {
  const seen = new Set<string>();
  return built.flatMap(({ standard: { namespace, prefix }, node }, i) => {
    if (SEVERAL.has(namespace) || !seen.has(namespace)) {
      seen.add(namespace);
      return [];
    }
    return [
      field(pathOf(node) ?? `complementos[${i}]`, 'invalid_value', {
        message: {
          es: `El complemento "${prefix}" puede ir una sola vez en el comprobante.`,
          en: `The complement "${prefix}" may be in the document only once.`,
        },
      }),
    ];
  });
}
