import type { XmlNode } from '../../parsed.js';

/** Bytes of a UUID. */
const BYTES = 16;

/**
 * A new IdCCP: a UUID of version 4 (RFC 4122) whose first three digits are CCC, as CartaPorte31.xsd wants it.
 * @param random at least 16 random bytes; fewer is a bug and throws
 */
export function newIdCcp(random: Uint8Array): string {
  if (random.length < BYTES) throw new RangeError(`an IdCCP takes ${BYTES} random bytes`);
  const bytes = Uint8Array.from(random.subarray(0, BYTES));
  bytes[6] = 0x40 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const digits = `CCC${hex.slice(3).toUpperCase()}`;
  return [[0, 8] as const, [8, 12] as const, [12, 16] as const, [16, 20] as const, [20, 32] as const]
    .map(([from, to]) => digits.slice(from, to))
    .join('-');
}

/** What the QR code of a Carta Porte says. */
export interface QrCartaPorte {
  readonly idCcp: string;
  /** FechaHoraSalidaLlegada of the first Origen, `AAAA-MM-DDThh:mm:ss`. */
  readonly fechaOrigen: string;
  /** FechaTimbrado of the stamp, in the same form. */
  readonly fechaTimbrado: string;
}

const SERVICIO = 'https://verificacfdi.facturaelectronica.sat.gob.mx/verificaccp/default.aspx';

/** The address of the QR code of a Carta Porte (estándar of Carta Porte 3.1, printed representation). */
export const urlCartaPorte = ({ idCcp, fechaOrigen, fechaTimbrado }: QrCartaPorte): string =>
  `${SERVICIO}?IdCCP=${idCcp}&FechaOrig=${fechaOrigen}&FechaTimb=${fechaTimbrado}`;

/** What the QR code takes of the element itself; undefined for one that has no folio or no origin. */
export function readCartaPorteQr(carta: XmlNode): Omit<QrCartaPorte, 'fechaTimbrado'> | undefined {
  const idCcp = carta.attributes['IdCCP'];
  const fechaOrigen = carta.children
    .find(({ name }) => name === 'Ubicaciones')
    ?.children.find(({ attributes }) => attributes['TipoUbicacion'] === 'Origen')?.attributes[
    'FechaHoraSalidaLlegada'
  ];
  return idCcp === undefined || fechaOrigen === undefined ? undefined : { idCcp, fechaOrigen };
}
