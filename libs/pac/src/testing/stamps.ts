import { buildTimbre, insertTimbre, openCsd, timbreXml, type Csd, type TimbreFiscalDigital } from '#cfdi';
import { makeCertificado, type MadeAuthority } from '#cfdi/testing/certificates';
import type { DocumentKind, PacCertificates } from '../port.js';
import { sealedRetencion, sealXml, type TestCsd } from '../sandbox/testing.js';

/** A provider's stamps for specs of adapters: its certificate, sealed documents of an issuer, and stamps on them. */
export interface StampMaker {
  readonly issuer: TestCsd;
  /** Knows the provider's certificate alone. */
  readonly certificates: PacCertificates;
  readonly noCertificado: string;
  /** A sealed document, each time another. */
  document(kind?: DocumentKind): Promise<string>;
  /** The stamp of a sealed document, with a new UUID. */
  stamp(xml: string, over?: Partial<TimbreFiscalDigital>): Promise<MadeStamp>;
}

export interface MadeStamp {
  readonly timbre: TimbreFiscalDigital;
  /** The node. */
  readonly tfd: string;
  /** The document with it. */
  readonly cfdi: string;
}

/** The moment of documents and stamps of these specs. */
export const MADE_AT = new Date('2026-11-21T15:05:00Z');
const FECHA_TIMBRADO = '2026-11-21T09:05:00';

/** Makes a provider that stamps under this RFC, certified by an authority where one is given. Its keys take a moment to make. */
export function makeStampMaker(rfc: string, authority?: MadeAuthority): StampMaker {
  const issuer = makeCertificado();
  const made = makeCertificado({
    rfc,
    name: 'PROVEEDOR',
    number: '00001000000700000001',
    ...(authority && { issuer: authority }),
  });
  const opened = openCsd(made);
  if (!opened.ok) throw new Error(opened.refusal.code);
  const pac: Csd = opened.value;
  let count = 0;
  return {
    issuer,
    noCertificado: pac.noCertificado,
    certificates: { byNumber: async (number) => (number === pac.noCertificado ? made.cer : 'unknown') },
    document: async (kind = 'comprobante') => {
      const folio = String(++count);
      return kind === 'retencion'
        ? sealedRetencion({ folioInt: folio }, issuer)
        : sealXml({ comprobante: { Folio: folio, Fecha: '2026-11-21T09:00:00' } }, issuer);
    },
    async stamp(xml, over = {}) {
      const timbre = await buildTimbre(
        {
          uuid: crypto.randomUUID().toUpperCase(),
          fechaTimbrado: FECHA_TIMBRADO,
          rfcProvCertif: rfc,
          selloCfd: / Sello="([^"]+)"/.exec(xml)?.[1] ?? '',
          ...over,
        },
        pac,
      );
      const tfd = timbreXml(timbre);
      return { timbre, tfd, cfdi: insertTimbre(xml, tfd) };
    },
  };
}
