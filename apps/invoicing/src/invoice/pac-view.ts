import {
  comprobanteXml,
  parseComprobante,
  check,
  type KnownContext,
  type Comprobante,
  type Violation,
  type XmlNode,
} from '#cfdi';
import { fieldOfPlace } from '#billing';
import type { Detail } from '#kernel';
import { ofSandbox } from '#pac/sandbox/check';
import type { LargeCatalogues } from '#sat';

/** Stands where the seal will: rules look at what the document says, not at who signed it. */
const UNSIGNED = { noCertificado: '00001000000500000000', certificado: 'MIIA', sello: 'MIIA' };

const MAX_FOUND = 100;

/**
 * What a certification provider finds in a document that we would send: the rules of all error matrices over the
 * XML itself, in Test with the sandbox's register of taxpayers. Each at the API's field where there is one.
 */
export function pacView(comprobante: Comprobante, livemode: boolean, large?: LargeCatalogues): Detail[] {
  const parsed = parseComprobante(comprobanteXml(comprobante, UNSIGNED));
  if (!parsed.ok) throw new Error('a document that was just built does not read');
  const { root } = parsed.value;
  const known: KnownContext = { ...(!livemode && ofSandbox), large };
  return check(root, known, MAX_FOUND).map((violation) => detailOf(root, violation));
}

function detailOf(root: XmlNode, violation: Violation): Detail {
  const { code, es, en } = violation;
  const path = fieldOfPlace(root, violation);
  return {
    code,
    source: 'sat',
    message: { es, en },
    location: 'body',
    ...(path !== undefined && { path }),
  };
}
