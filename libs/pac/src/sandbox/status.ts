import type { Pool } from 'pg';
import { parseDecimal } from '#kernel';
import type { EsCancelable, Estado, EstatusCancelacion } from '#cfdi';
import type { DocumentKey, StatusOutcome } from '../port.js';
import {
  cancelElsewhere,
  documentOf,
  isCancelable,
  estatusOf,
  needsAcceptance,
  requestsOf,
  triggerOf,
  type CancellationRow,
  type StampedDocument,
} from './cancellations.js';
import { obstaclesTo } from './relations.js';

/** The sandbox's status service, over the tax authority's books. */

const receiverOf = ({ receptor }: DocumentKey): string =>
  'rfc' in receptor ? receptor.rfc : (receptor.numRegIdTrib ?? '');

/** A query must match the whole printed expression, as in the authority's service (its code 602 otherwise). */
const matches = (document: StampedDocument, key: DocumentKey): boolean =>
  document.issuer_rfc === key.rfcEmisor &&
  document.receiver_rfc === receiverOf(key) &&
  document.sello_tail === key.selloTail &&
  parseDecimal(document.total) === parseDecimal(key.total);

/** The latest request as it stands now: one whose trigger names a later outcome gets it at this query. */
async function latestOf(
  pool: Pool,
  document: StampedDocument,
  now: Date,
): Promise<CancellationRow | undefined> {
  await cancelElsewhere(pool, document, now);
  const [latest] = await requestsOf(pool, document.uuid);
  const trigger = triggerOf(document);
  if (!latest || !trigger?.then || latest.state !== trigger.first) return latest;
  const state = trigger.then;
  const estatus = trigger.bySilence ? 'Plazo vencido' : estatusOf(state, needsAcceptance(document, now));
  await pool.query(
    `update pac_sandbox.cancellations set state = $2, estatus = $3 where seq = $1 and state = $4`,
    [latest.seq, state, estatus, latest.state],
  );
  return { ...latest, state, estatus };
}

/** State of a document, in the service's words. */
export async function statusOf(pool: Pool, key: DocumentKey, now: Date): Promise<StatusOutcome> {
  const answer = (
    keyStatus: Estado,
    cancelable?: EsCancelable,
    latest?: CancellationRow,
  ): Extract<StatusOutcome, { kind: 'status' }> => ({
    kind: 'status',
    estado: keyStatus,
    ...(cancelable && { esCancelable: cancelable }),
    ...(latest?.estatus && { estatusCancelacion: latest.estatus as EstatusCancelacion }),
    at: now.toISOString(),
    ...(latest?.acuse && { acuse: latest.acuse }),
  });
  const document = await documentOf(pool, key);
  if (!document || !matches(document, key)) return answer('No Encontrado');
  const latest = await latestOf(pool, document, now);
  const blocked =
    triggerOf(document)?.first === 'not-cancelable' ||
    (await obstaclesTo(pool, document.uuid, { substituted: true })).length > 0;
  const cancelable = blocked ? 'No cancelable' : isCancelable(document, now);
  return answer(latest?.state === 'accepted' ? 'Cancelado' : 'Vigente', cancelable, latest);
}
