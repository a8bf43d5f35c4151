import { zipSync, strToU8 } from 'fflate';
import type { World } from '../core/world.js';
import type { Document, SatBooks } from './books.js';

/** The packages of a bulk download: a ZIP of XML by UUID, or of metadata as text. */

export interface Wanted {
  readonly metadata: boolean;
  readonly direction: 'emitidos' | 'recibidos' | 'folio';
  readonly rfc: string;
  readonly from: string;
  readonly until: string;
  readonly folio?: string;
  readonly state?: string;
}

const HEADER = [
  ...['Uuid', 'RfcEmisor', 'NombreEmisor', 'RfcReceptor', 'NombreReceptor', 'RfcPac', 'FechaEmision'],
  ...['FechaCertificacionSat', 'Monto', 'EfectoComprobante', 'Estatus', 'FechaCancelacion'],
  ...['RfcACuentaTerceros', 'NombreACuentaTerceros'],
];

/** Documents that a request asks for. */
export function select(books: SatBooks, wanted: Wanted): Document[] {
  return [...books.documents.values()].filter((document) => {
    const { stamp } = document;
    if (books.find(stamp.uuid) === undefined) return false;
    if (wanted.folio !== undefined) return stamp.uuid.toUpperCase() === wanted.folio.toUpperCase();
    const own = wanted.direction === 'emitidos' ? stamp.emisor : stamp.receptor;
    const vigente = books.stateOf(document).Estado === 'Vigente';
    const inState = wanted.state === 'Vigente' ? vigente : wanted.state === 'Cancelado' ? !vigente : true;
    return own === wanted.rfc && stamp.fecha >= wanted.from && stamp.fecha <= wanted.until && inState;
  });
}

export function pack(id: string, documents: readonly Document[], metadata: boolean, world: World): Buffer {
  const files: Record<string, Uint8Array> = metadata
    ? {
        [`${id}.txt`]: strToU8(
          `${[HEADER.join('~'), ...documents.map((one) => line(one, world))].join('\r\n')}\r\n`,
        ),
      }
    : Object.fromEntries(
        documents.map(({ stamp }) => [`${stamp.uuid.toLowerCase()}.xml`, strToU8(stamp.xml)] as const),
      );
  return Buffer.from(zipSync(files));
}

const date = (text: string): string => text.slice(0, 19).replace('T', ' ');

function line({ stamp, cancelledAt }: Document, world: World): string {
  return [
    ...[stamp.uuid.toUpperCase(), stamp.emisor, stamp.emisorNombre, stamp.receptor, stamp.receptorNombre],
    ...[world.pac(stamp.pac).rfc, date(stamp.fecha), date(stamp.fechaTimbrado), stamp.total, stamp.efecto],
    ...[cancelledAt ? '0' : '1', cancelledAt ? date(cancelledAt.toISOString()) : '', '', ''],
  ].join('~');
}
