import type { Comprobante, TimbreFiscalDigital } from '../comprobante.js';
import { openCsd, type Csd } from '../sello/csd.js';
import { sealComprobante } from '../sello/sello.js';
import { insertTimbre } from '../timbre/insert.js';
import { buildTimbre, timbreXml } from '../timbre/timbre.js';
import { makeCertificado, type CertificateOptions, type MadeAuthority } from './certificates.js';

/** A provider that stamps in specs, with a certificate of its own. */
export interface TestPac {
  readonly csd: Csd;
  /** Its certificate in DER. */
  readonly cer: Buffer;
  readonly rfc: string;
}

export function testPac(authority?: MadeAuthority, rfc = 'SPR190613I52'): TestPac {
  const made = makeCertificado({
    ...{ rfc, name: 'PROVEEDOR', number: '00001000000700000001' },
    ...(authority && { issuer: authority }),
  });
  return { csd: mustOpen(made), cer: made.cer, rfc };
}

/** A CSD of a taxpayer that an authority has certified. */
export const csdOf = (options: CertificateOptions): Csd => mustOpen(makeCertificado(options));

function mustOpen(files: ReturnType<typeof makeCertificado>): Csd {
  const opened = openCsd(files);
  if (!opened.ok) throw new Error(opened.refusal.code);
  return opened.value;
}

/** Seals a document and stamps it: the XML that its receiver gets. */
export async function stampedXml(
  comprobante: Comprobante,
  csd: Csd,
  pac: TestPac,
  over: Partial<TimbreFiscalDigital> = {},
): Promise<string> {
  const { xml, sello } = await sealComprobante(comprobante, csd);
  const timbre = await buildTimbre(
    {
      uuid: crypto.randomUUID().toUpperCase(),
      fechaTimbrado: comprobante.fecha,
      rfcProvCertif: pac.rfc,
      selloCfd: sello,
      ...over,
    },
    pac.csd,
  );
  return insertTimbre(xml, timbreXml({ ...timbre, ...over }));
}
