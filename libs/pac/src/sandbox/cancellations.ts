import type { Pool, PoolClient } from 'pg';
import type { EsCancelable, EstatusCancelacion } from '#cfdi';
import type { DocumentKind } from '../port.js';
import { isFresh } from './acceptance.js';
import { cancelTriggers, type CancelTrigger } from './triggers.js';

/** The tax authority's books: stamped documents, and the requests to cancel them. */

export interface StampedDocument {
  readonly uuid: string;
  readonly kind: DocumentKind;
  readonly issuer_rfc: string;
  readonly receiver_rfc: string;
  readonly total: string;
  readonly sello_tail: string;
  readonly stamped_at: Date;
  readonly spares_acceptance: boolean;
  readonly cancel_trigger: string | null;
}

export type RequestState = 'pending' | 'verifying' | 'accepted' | 'rejected' | 'expired';

export interface CancellationRow {
  readonly seq: string;
  readonly request_id: string;
  readonly state: RequestState;
  readonly estatus: string;
  /** Empty where the document was cancelled elsewhere. */
  readonly acuse: string;
  readonly requested_at: Date;
}

export interface NewCancellation {
  readonly uuid: string;
  readonly requestId: string;
  readonly motive: string;
  readonly substitution?: string | undefined;
  readonly state: RequestState;
  readonly estatus: EstatusCancelacion | '';
  readonly acuse: string;
  readonly at: Date;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** A stamped document of a kind: each kind has books of its own. `lock` keeps other requests about it waiting until the transaction's end. */
export async function documentOf(
  db: Pool | PoolClient,
  { uuid, kind }: Pick<StampedDocument, 'uuid' | 'kind'>,
  { lock = false } = {},
): Promise<StampedDocument | undefined> {
  if (!UUID.test(uuid)) return undefined;
  const { rows } = await db.query<StampedDocument>(
    `select uuid, kind, issuer_rfc, receiver_rfc, total, sello_tail, stamped_at, spares_acceptance, cancel_trigger
       from pac_sandbox.stamps where uuid = $1 and kind = $2${lock ? ' for update' : ''}`,
    [uuid, kind],
  );
  return rows[0];
}

/** The requests of a document that were taken, newest first. */
export async function requestsOf(db: Pool | PoolClient, uuid: string): Promise<readonly CancellationRow[]> {
  const { rows } = await db.query<CancellationRow>(
    `select seq, request_id, state, estatus, acuse, requested_at from pac_sandbox.cancellations
      where uuid = $1 order by seq desc`,
    [uuid],
  );
  return rows;
}

export async function enter(db: Pool | PoolClient, one: NewCancellation): Promise<void> {
  await db.query(
    `insert into pac_sandbox.cancellations
       (uuid, request_id, motive, substitution, state, estatus, acuse, requested_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[one.uuid, one.requestId, one.motive, one.substitution ?? null],
      ...[one.state, one.estatus, one.acuse, one.at],
    ],
  );
}

export const triggerOf = ({ cancel_trigger: name }: StampedDocument): CancelTrigger | undefined =>
  name === null ? undefined : cancelTriggers[name];

/** Whether the receiver has a say now: a trigger that makes a request wait for it, or the rules. */
export const needsAcceptance = (document: StampedDocument, now: Date): boolean =>
  triggerOf(document)?.first === 'pending' ||
  (!document.spares_acceptance && !isFresh(document.stamped_at, now));

export const isCancelable = (document: StampedDocument, now: Date): EsCancelable =>
  needsAcceptance(document, now) ? 'Cancelable con aceptación' : 'Cancelable sin aceptación';

/** EstatusCancelacion as the status service words it; empty while it shows nothing. */
export function estatusOf(state: RequestState, withAcceptance: boolean): EstatusCancelacion | '' {
  switch (state) {
    case 'pending':
      return 'En proceso';
    case 'verifying':
      return '';
    case 'accepted':
      return withAcceptance ? 'Cancelado con aceptación' : 'Cancelado sin aceptación';
    case 'rejected':
      return 'Solicitud rechazada';
    case 'expired':
      return 'Plazo vencido';
  }
}

/** The trigger of a document that somebody cancels elsewhere: it is found cancelled, without a request of ours. */
export async function cancelElsewhere(
  db: Pool | PoolClient,
  document: StampedDocument,
  now: Date,
): Promise<void> {
  if (triggerOf(document)?.first !== 'elsewhere') return;
  await db.query(
    `insert into pac_sandbox.cancellations (uuid, request_id, motive, state, estatus, acuse, requested_at)
     select $1, 'elsewhere', '02', 'accepted', $2, '', $3
      where not exists (select 1 from pac_sandbox.cancellations where uuid = $1)`,
    [document.uuid, estatusOf('accepted', false), now],
  );
}
