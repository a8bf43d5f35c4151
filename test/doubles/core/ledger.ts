import { createHash } from 'node:crypto';
import type { DocumentKind } from '#pac';
import type { PacName } from './world.js';

/** What a double has done: for specs, and as JSON at /__ledger for checkers in other processes. */

export interface LedgerStamp {
  readonly pac: PacName;
  readonly kind: DocumentKind;
  /** As this PAC writes it in the TFD. */
  readonly uuid: string;
  /** SHA-256 (hex) of the bytes that were sent. */
  readonly hash: string;
  readonly sello: string;
  readonly serie?: string;
  readonly folio?: string;
  readonly fecha: string;
  readonly total: string;
  readonly emisor: string;
  readonly emisorNombre: string;
  readonly receptor: string;
  readonly receptorNombre: string;
  readonly efecto: string;
  /** ISO 8601 instant of the double's clock. */
  readonly at: string;
  readonly fechaTimbrado: string;
  readonly tfd: string;
  /** The stamped document. */
  readonly xml: string;
}

export interface LedgerCancellation {
  readonly pac: PacName;
  readonly uuid: string;
  readonly rfcEmisor: string;
  readonly motivo: string;
  readonly sustitucion?: string;
  readonly at: string;
  /** EstatusUUID of the answer. */
  readonly estatus: string;
  readonly acuse: string;
}

/** One call that reached the double, never with credentials or documents. */
export interface LedgerCall {
  readonly at: string;
  readonly operation: string;
  /** SHA-256 (hex) of a document's bytes, where it brought one. */
  readonly hash?: string;
  /** Name of the fault that it met. */
  readonly fault?: string;
  /** HTTP status answered; absent where there was no answer. */
  readonly status?: number;
}

export const hashOf = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex');

export class Ledger {
  readonly stamps: LedgerStamp[] = [];
  readonly cancellations: LedgerCancellation[] = [];
  readonly calls: LedgerCall[] = [];
  private readonly byHash = new Map<string, Promise<LedgerStamp>>();

  /** The stamp of these bytes: made once, also for two that come at the same time. */
  async stampOnce(
    hash: string,
    make: () => Promise<LedgerStamp>,
  ): Promise<{ stamp: LedgerStamp; duplicate: boolean }> {
    const before = this.byHash.get(hash);
    if (before) return { stamp: await before, duplicate: true };
    const making = make();
    this.byHash.set(hash, making);
    const stamp = await making;
    this.stamps.push(stamp);
    return { stamp, duplicate: false };
  }

  async find(hash: string): Promise<LedgerStamp | undefined> {
    return this.byHash.get(hash);
  }

  byUuid(uuid: string): LedgerStamp | undefined {
    return this.stamps.find((stamp) => stamp.uuid.toUpperCase() === uuid.toUpperCase());
  }

  toJSON(): Pick<Ledger, 'stamps' | 'cancellations' | 'calls'> {
    return { stamps: this.stamps, cancellations: this.cancellations, calls: this.calls };
  }
}
