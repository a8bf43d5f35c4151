import type { LedgerStamp } from './ledger.js';
import type { PacName } from './world.js';

/** What a PAC double has to do with the tax authority: deliver stamps, present cancellations, ask for a document's state. */

export interface FolioAnswer {
  readonly uuid: string;
  /** EstatusUUID: 201, 202, 203, 205 … */
  readonly estatus: string;
}

export interface CancellationAnswer {
  /** Of the whole request, where it was refused: 301, 302 … */
  readonly codEstatus?: string;
  readonly rfcEmisor: string;
  readonly folios: readonly FolioAnswer[];
  /** The tax authority's receipt (Acuse), XML. */
  readonly acuse: string;
}

export interface EstadoConsulta {
  readonly CodigoEstatus: string;
  readonly EsCancelable: string;
  readonly Estado: string;
  readonly EstatusCancelacion: string;
  readonly ValidacionEFOS: string;
}

export interface SatLink {
  receive(stamp: LedgerStamp): Promise<void>;
  /** Presents a signed request (Cancelacion). */
  cancel(xml: string, pac: PacName): Promise<CancellationAnswer>;
  /** Presents what a PAC has signed by itself, with a CSD in its keeping. */
  cancelUuid(request: CancelUuid, pac: PacName): Promise<CancellationAnswer>;
  /** UUIDs that wait for the answer of this receiver. */
  pending(rfc: string): Promise<readonly string[]>;
  /** The answer of a receiver; without its RFC, of whoever it is. */
  decide(uuid: string, decision: 'accept' | 'reject', receptor?: string): Promise<'1000' | '1001' | '1002'>;
  state(uuid: string): Promise<EstadoConsulta>;
}

export interface CancelUuid {
  readonly rfcEmisor: string;
  readonly uuid: string;
  readonly motivo: string;
  readonly sustitucion?: string;
}
