import type { KeyObject } from 'node:crypto';
import type { TimbreFiscalDigital } from '../comprobante.js';
import { sign } from '../sello/sello.js';
import { collapse, escapeXml } from '../text.js';

/** TimbreFiscalDigital 1.1: the stamp that a certification provider puts on a sealed document. */

export const TFD = 'http://www.sat.gob.mx/TimbreFiscalDigital';
const TFD_XSD = 'http://www.sat.gob.mx/sitio_internet/cfd/TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd';

/** The cadena original of a stamp: what SelloSAT signs. */
export function cadenaTfd(timbre: Omit<TimbreFiscalDigital, 'selloSat'>): string {
  const { uuid, fechaTimbrado, rfcProvCertif, leyenda, selloCfd, noCertificadoSat } = timbre;
  const values = ['1.1', uuid, fechaTimbrado, rfcProvCertif, ...(leyenda === undefined ? [] : [leyenda])];
  return `||${[...values, selloCfd, noCertificadoSat].map(collapse).join('|')}||`;
}

/** The stamp's node, with its own namespaces so that it stands alone too. */
export function timbreXml(timbre: TimbreFiscalDigital): string {
  const { uuid, fechaTimbrado, rfcProvCertif, leyenda, selloCfd, noCertificadoSat, selloSat } = timbre;
  const text = leyenda === undefined ? '' : ` Leyenda="${escapeXml(leyenda)}"`;
  return `<tfd:TimbreFiscalDigital xmlns:tfd="${TFD}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="${TFD} ${TFD_XSD}" Version="1.1" UUID="${uuid}" FechaTimbrado="${fechaTimbrado}" RfcProvCertif="${escapeXml(rfcProvCertif)}"${text} SelloCFD="${selloCfd}" NoCertificadoSAT="${noCertificadoSat}" SelloSAT="${selloSat}"/>`;
}

/** Signs a stamp with a provider's certificate. */
export async function buildTimbre(
  content: Omit<TimbreFiscalDigital, 'selloSat' | 'noCertificadoSat'>,
  { noCertificado, privateKey }: { readonly noCertificado: string; readonly privateKey: KeyObject },
): Promise<TimbreFiscalDigital> {
  const unsigned = { ...content, noCertificadoSat: noCertificado };
  return { ...unsigned, selloSat: await sign(cadenaTfd(unsigned), privateKey) };
}
