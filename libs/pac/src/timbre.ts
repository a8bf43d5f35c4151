import { readXml, timbreXml, type XmlNode } from '#cfdi';
import type { Timbre } from './port.js';

const TFD = 'http://www.sat.gob.mx/TimbreFiscalDigital';

/** Attributes of TimbreFiscalDigital 1.1 and their forms. */
const FORMS = {
  Version: /^1\.1$/,
  UUID: /^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$/i,
  FechaTimbrado: /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/,
  RfcProvCertif: /^[A-Z&Ñ]{3}\d{6}[A-Z0-9]{2}[0-9A]$/,
  SelloCFD: /^[A-Za-z0-9+/]+={0,2}$/,
  NoCertificadoSAT: /^\d{20}$/,
  SelloSAT: /^[A-Za-z0-9+/]+={0,2}$/,
} as const;

/**
 * Reads the `tfd:TimbreFiscalDigital` node of a provider's answer (TimbreFiscalDigitalv11.xsd): its XML, or the node of a
 * document that was read, whose XML is then written anew. Whatever is not a whole and well-formed stamp is undefined: to an
 * adapter that is an answer it cannot read, hence `unknown`.
 */
export function readTimbre(xml: string | XmlNode): Timbre | undefined {
  if (typeof xml !== 'string') return readNode(xml);
  const read = readXml(xml);
  return read.ok ? readNode(read.value, xml) : undefined;
}

function readNode({ name, namespace, attributes }: XmlNode, xml?: string): Timbre | undefined {
  if (name !== 'TimbreFiscalDigital' || namespace !== TFD) return undefined;
  const of = (name: keyof typeof FORMS): string => attributes[name] ?? '';
  for (const [name, form] of Object.entries(FORMS)) if (!form.test(attributes[name] ?? '')) return undefined;
  const timbre = {
    uuid: of('UUID').toUpperCase(),
    fechaTimbrado: of('FechaTimbrado'),
    selloCfd: of('SelloCFD'),
    selloSat: of('SelloSAT'),
    noCertificadoSat: of('NoCertificadoSAT'),
    rfcProvCertif: of('RfcProvCertif'),
    ...(attributes.Leyenda !== undefined && { leyenda: attributes.Leyenda }),
  };
  // SelloSAT signs the UUID as the provider wrote it, which may be in lower case.
  return { ...timbre, xml: xml ?? timbreXml({ ...timbre, uuid: of('UUID') }) };
}
