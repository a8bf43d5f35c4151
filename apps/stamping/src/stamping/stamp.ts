import { cadenaTfd, qrUrl, urlCartaPorte, type PrintedData } from '#cfdi';
import type { InvoiceStamp } from '#contracts';
import type { Timbre } from '#pac';
import { instantOf } from '#sat';

/** A document that was signed and stored. */
export interface SealedDocument {
  readonly xmlKey: string;
  readonly xml: string;
  readonly datos: PrintedData;
}

/** The PAC answers in the local time of central Mexico. */
const PAC_ZONE = 'America/Mexico_City';

/**
 * A stamp as events carry it: the provider's data, and the parts of the document that the printed representation
 * needs.
 */
export function stampOf({ xmlKey, datos }: SealedDocument, timbre: Timbre): InvoiceStamp {
  const { noCertificado, rfcEmisor, rfcReceptor, total, cartaPorte } = datos;
  const { uuid, fechaTimbrado, selloCfd } = timbre;
  return {
    uuid,
    date: instantOf(fechaTimbrado, PAC_ZONE).toISOString(),
    signature: selloCfd,
    sat_cert_number: timbre.noCertificadoSat,
    sat_signature: timbre.selloSat,
    rfc_provider_cert: timbre.rfcProvCertif,
    complement_string: cadenaTfd(timbre),
    issuer_cert_number: noCertificado,
    xml_key: xmlKey,
    timbre_xml: timbre.xml,
    verification_url: qrUrl({ uuid, rfcEmisor, rfcReceptor, total, sello: selloCfd }),
    ...(cartaPorte && { verification_carta_porte: urlCartaPorte({ ...cartaPorte, fechaTimbrado }) }),
  };
}
