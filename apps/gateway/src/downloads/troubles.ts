import type { Bilingual, Language } from '#kernel';
import type { DownloadTrouble } from '#contracts';
import type { DownloadProblemDoc } from './dto.js';

/** What the codes of downloads mean, as an accountant reads it: those of the SAT (descarga masiva 1.5), and this service's own. */
const MESSAGES: Readonly<Record<string, Bilingual>> = {
  300: {
    es: 'El SAT no reconoce al usuario que solicita.',
    en: 'The SAT does not know the user who asks.',
  },
  301: { es: 'El SAT no entendió la solicitud.', en: 'The SAT did not understand the request.' },
  302: {
    es: 'El SAT no aceptó la firma de la solicitud.',
    en: 'The SAT did not take the signature of the request.',
  },
  303: {
    es: 'La FIEL no corresponde al RFC que solicita.',
    en: 'The FIEL is not of the RFC that asks.',
  },
  304: {
    es: 'El SAT tiene la FIEL como revocada o vencida: renuévela y súbala de nuevo.',
    en: 'The SAT has the FIEL as revoked or expired: renew it and upload it again.',
  },
  305: {
    es: 'El SAT no aceptó el certificado: debe ser una FIEL (e.firma) que él emitió.',
    en: 'The SAT did not take the certificate: it has to be a FIEL (e.firma) that it issued.',
  },
  404: { es: 'El servicio del SAT falló; se reintenta.', en: "The SAT's service failed; it is tried again." },
  5001: {
    es: 'El SAT no autoriza a este RFC a descargar los documentos.',
    en: 'The SAT does not authorise this RFC to download the documents.',
  },
  5002: {
    es: 'El SAT ya entregó este periodo las veces que permite; se pide con otro inicio.',
    en: 'The SAT has handed out this period as often as it does; it is asked for with another beginning.',
  },
  5003: {
    es: 'El SAT tiene más documentos de un minuto de los que entrega.',
    en: 'The SAT has more documents of a minute than it hands out.',
  },
  5004: { es: 'El SAT no encontró documentos.', en: 'The SAT found no documents.' },
  5005: {
    es: 'El SAT aún tiene abierta una solicitud igual; se pide con otro inicio.',
    en: 'The SAT still has the same request open; it is asked for with another beginning.',
  },
  5006: {
    es: 'El SAT tuvo un error interno; se reintenta.',
    en: 'The SAT had an internal error; it is tried again.',
  },
  no_answer: {
    es: 'El SAT no contestó; se reintenta.',
    en: 'The SAT did not answer; it is tried again.',
  },
  unreadable: {
    es: 'Un paquete del SAT no pudo leerse; se pide de nuevo.',
    en: "A package of the SAT's could not be read; it is asked for again.",
  },
  lost: {
    es: 'El SAT ya no tiene la solicitud o el paquete; se pide de nuevo.',
    en: 'The SAT has the request or the package no more; it is asked for again.',
  },
  rejected: { es: 'El SAT rechazó la solicitud.', en: 'The SAT rejected the request.' },
  error: { es: 'La solicitud terminó con error en el SAT.', en: 'The request ended in an error at the SAT.' },
  expired: {
    es: 'La solicitud venció en el SAT antes de estar lista.',
    en: 'The request expired at the SAT before it was ready.',
  },
  fiel_missing: {
    es: 'La organización ya no tiene una FIEL (e.firma) de su RFC.',
    en: 'The organization has a FIEL (e.firma) of its RFC no more.',
  },
  fiel_expired: {
    es: 'La FIEL (e.firma) de la organización venció.',
    en: 'The FIEL (e.firma) of the organization has expired.',
  },
  fiel_not_of_sat: {
    es: 'La FIEL (e.firma) guardada es de pruebas.',
    en: 'The FIEL (e.firma) that is kept is a test one.',
  },
};

const UNKNOWN: Bilingual = {
  es: 'El SAT contestó con un código que no se conoce.',
  en: 'The SAT answered with a code that is not known.',
};

/** What went wrong, in the language of who asks. */
export function troubleOf(trouble: DownloadTrouble | null, language: Language): DownloadProblemDoc | null {
  if (trouble === null) return null;
  const { code } = trouble;
  return {
    code,
    source: /^\d/.test(code) ? 'sat' : 'service',
    message: (MESSAGES[code] ?? UNKNOWN)[language],
  };
}
