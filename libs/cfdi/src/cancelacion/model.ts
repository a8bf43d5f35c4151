/** A request to cancel: what it says, and the rules of its motives. */

/** Which documents a request is about; each kind has a namespace and a service of its own. */
export type CancelacionKind = 'cfdi' | 'retenciones';

export const NAMESPACES: Readonly<Record<CancelacionKind, string>> = {
  cfdi: 'http://cancelacfd.sat.gob.mx',
  retenciones: 'http://www.sat.gob.mx/esquemas/retencionpago/1',
};

/**
 * 01: issued with errors, with relation (a substitute exists). 02: issued with errors, without relation. 03: the
 * operation was not carried out. 04: an operation with a name that a global invoice includes.
 */
export type MotivoCancelacion = '01' | '02' | '03' | '04';

export const MOTIVOS: ReadonlySet<string> = new Set(['01', '02', '03', '04']);
/** The one motive that names the document in place of the cancelled one. */
const WITH_SUSTITUCION = '01';

export interface FolioCancelacion {
  /** UUID of the document to cancel. */
  readonly uuid: string;
  readonly motivo: string;
  /** UUID of the document in its place: with motive 01, and only then. */
  readonly folioSustitucion?: string;
}

export interface Cancelacion {
  readonly tipo: CancelacionKind;
  readonly rfcEmisor: string;
  /** Local time of the issuer, AAAA-MM-DDThh:mm:ss. */
  readonly fecha: string;
  /** 1 to 500. */
  readonly folios: readonly FolioCancelacion[];
}

/** The most folios that the SAT's service accepts in one request. */
export const MAX_FOLIOS = 500;

/** UUID as the stamp has it, in either case. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * The EstatusUUID that a folio gets for what it says itself: 207 no such motive, 208 substitute missing, malformed or
 * the document itself, 209 substitute where none goes. Whether the substitute exists is asked elsewhere.
 */
export function estatusOfFolio({
  uuid,
  motivo,
  folioSustitucion,
}: FolioCancelacion): '207' | '208' | '209' | undefined {
  if (!MOTIVOS.has(motivo)) return '207';
  if (motivo !== WITH_SUSTITUCION) return folioSustitucion === undefined ? undefined : '209';
  const other = folioSustitucion !== undefined && UUID.test(folioSustitucion);
  return other && folioSustitucion.toUpperCase() !== uuid.toUpperCase() ? undefined : '208';
}

const FECHA = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;

/** Whether a text is a local time that exists in the calendar. */
export function isFecha(text: string): boolean {
  const ms = FECHA.test(text) ? Date.parse(`${text}Z`) : NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 19) === text;
}
