import { openCsd, sealRetencion, type Csd } from '#cfdi';
import { makeCertificado } from '#cfdi/testing/certificates';
import { mustBuildRetencion, retencion } from '#cfdi/testing/retenciones';
import type { DocumentKind } from '../port.js';
import { sealXml, type TestCsd } from '../sandbox/testing.js';

/** Documents of an issuer for specs over doubles, which go by the machine's clock. */
export interface Issuer {
  readonly csd: TestCsd;
  /** A new sealed document of this moment. */
  document(kind: DocumentKind): Promise<string>;
  /** One that was changed after it was sealed: the tax authority's matrix refuses its seal. */
  broken(kind: DocumentKind): Promise<string>;
}

/** The local time of central Mexico. */
const centralNow = (): string => new Date(Date.now() - 6 * 3_600_000).toISOString().slice(0, 19);

/** Makes one, with a CSD that nobody has issued. */
export function makeIssuer(): Issuer {
  const csd = makeCertificado();
  const opened = openCsd(csd);
  if (!opened.ok) throw new Error(opened.refusal.code);
  const signer: Csd = opened.value;
  let count = 0;
  const document = async (kind: DocumentKind): Promise<string> => {
    const folio = `F${String(++count)}`;
    if (kind === 'comprobante') return sealXml({ comprobante: { Folio: folio, Fecha: centralNow() } }, csd);
    const made = mustBuildRetencion(retencion({ folioInt: folio, fechaExp: centralNow() }));
    return (await sealRetencion(made, signer)).xml;
  };
  return {
    ...{ csd, document },
    broken: async (kind) => (await document(kind)).replace(/( Folio(?:Int)?="F)\d+"/, '$10"'),
  };
}
