/** Parameters of a call in the order of its WSDL; names may come several times. */
export type SoapFields = readonly (readonly [name: string, value: string])[];

export interface SoapCall {
  readonly namespace: string;
  readonly method: string;
  readonly fields: SoapFields;
  /** Whether the parameters are in the service's namespace (Finkok), or in none (Prodigia). */
  readonly qualified: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' };

/** What XML 1.0 can't hold at all is left out: no credential of a provider has it. */
const escape = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>\r]/g, (sign) => ENTITIES[sign] ?? sign);

/** The envelope (SOAP 1.1, document/literal) of a call. Names are ours; every value is escaped. */
export function writeCall({ namespace, method, fields, qualified }: SoapCall): string {
  const prefix = qualified ? 's:' : '';
  const inner = fields
    .map(([name, value]) => `<${prefix}${name}>${escape(value)}</${prefix}${name}>`)
    .join('');
  return (
    '<?xml version="1.0" encoding="UTF-8"?>' +
    `<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/" xmlns:s="${namespace}"><e:Body>` +
    `<s:${method}>${inner}</s:${method}></e:Body></e:Envelope>`
  );
}
