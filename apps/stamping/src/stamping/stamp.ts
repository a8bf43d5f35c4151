import { cadenaTfd, qrUrl, qrUrlRetencion, urlCartaPorte } from '#cfdi';
import type { InvoiceStamp } from '#contracts';
import type { Timbre } from '#pac';
import { instantOf } from '#sat';
import type { SealedDocument } from './document.js';

/** The PAC answers in the local time of central Mexico. */
const PAC_ZONE = 'America/Mexico_City';

/**
 * A stamp as events carry it: the provider's data, and the parts of the document that the printed representation
 * needs.
 */
export function stampOf(document: SealedDocument, timbre: Timbre): InvoiceStamp {
  const { uuid, fechaTimbrado, selloCfd } = timbre;
  return {
    uuid,
    date: instantOf(fechaTimbrado, PAC_ZONE).toISOString(),
    signature: selloCfd,
    sat_cert_number: timbre.noCertificadoSat,
    sat_signature: timbre.selloSat,
    rfc_provider_cert: timbre.rfcProvCertif,
    complement_string: cadenaTfd(timbre),
    issuer_cert_number: document.datos.noCertificado,
    xml_key: document.xmlKey,
    timbre_xml: timbre.xml,
    ...addressesOf(document, timbre),
  };
}

/** Where the document is verified: the addresses of its QR codes. */
function addressesOf(
  document: SealedDocument,
  { uuid, fechaTimbrado, selloCfd: sello }: Timbre,
): Pick<InvoiceStamp, 'verification_url' | 'verification_carta_porte'> {
  if (document.kind === 'retencion') {
    const { rfcEmisor, receptor, montoTotOperacion } = document.datos;
    return { verification_url: qrUrlRetencion({ uuid, rfcEmisor, receptor, montoTotOperacion, sello }) };
  }
  const { rfcEmisor, rfcReceptor, total, cartaPorte } = document.datos;
  return {
    verification_url: qrUrl({ uuid, rfcEmisor, rfcReceptor, total, sello }),
    ...(cartaPorte && { verification_carta_porte: urlCartaPorte({ ...cartaPorte, fechaTimbrado }) }),
  };
}
