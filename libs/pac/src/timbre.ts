import type { Timbre } from './port.js';
import { readXml, Unreadable, type Nodo } from './xml.js';

const UUID = /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i;
const FECHA = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Reads the `tfd:TimbreFiscalDigital` node of a provider's answer (TimbreFiscalDigitalv11.xsd). Whatever is not
 * a whole and well-formed stamp is undefined: to an adapter that is an answer it cannot read, hence `unknown`.
 */
export function readTimbre(xml: string): Timbre | undefined {
  let nodo: Nodo;
  try {
    nodo = readXml(xml);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
  if (nodo.nombre !== 'tfd:TimbreFiscalDigital') return undefined;
  const {
    Version,
    UUID: uuid,
    FechaTimbrado,
    RfcProvCertif,
    Leyenda,
    SelloCFD,
    NoCertificadoSAT,
    SelloSAT,
  } = nodo.atributos;
  if (Version !== '1.1' || !UUID.test(uuid ?? '') || !FECHA.test(FechaTimbrado ?? '')) return undefined;
  if (!BASE64.test(SelloCFD ?? '') || !BASE64.test(SelloSAT ?? '') || !RfcProvCertif) return undefined;
  if (!/^\d{20}$/.test(NoCertificadoSAT ?? '')) return undefined;
  return {
    uuid: (uuid ?? '').toUpperCase(),
    fechaTimbrado: FechaTimbrado ?? '',
    selloCfd: SelloCFD ?? '',
    selloSat: SelloSAT ?? '',
    noCertificadoSat: NoCertificadoSAT ?? '',
    rfcProvCertif: RfcProvCertif,
    ...(Leyenda !== undefined && { leyenda: Leyenda }),
    xml,
  };
}
