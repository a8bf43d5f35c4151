import type { Pool, PoolClient } from 'pg';
import { deterministicUuid, parseDecimal } from '#kernel';
import type { CancelOutcome, CancelRequest, DocumentKey, Estado, StatusOutcome } from '../port.js';
import { buildAcuse } from './acuse.js';
import type { PacIdentity } from './authority.js';
import { countAttempt } from './ledger.js';
import { centralTime } from './place-of-issue.js';
import { cancelTriggers, type CancelFault, type CancelTrigger } from './triggers.js';

/** The sandbox's tax authority: cancellation and status over the ledger of what the sandbox stamped. */

interface StampRow {
  issuer_rfc: string;
  receiver_rfc: string;
  total: string;
  sello_tail: string;
  cancel_trigger: string | null;
}

type RequestState = 'pending' | 'verifying' | 'accepted' | 'rejected' | 'expired';

interface RequestRow {
  seq: string;
  request_id: string;
  state: RequestState;
  estatus: string;
  acuse: string;
  requested_at: Date;
}

const STAMP = `select issuer_rfc, receiver_rfc, total, sello_tail, cancel_trigger from pac_sandbox.stamps
  where uuid = $1`;
const REQUESTS = `select seq, request_id, state, estatus, acuse, requested_at from pac_sandbox.cancellations
  where uuid = $1 order by seq desc`;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const refused = (code: string, message: string, related?: readonly string[]): CancelOutcome => ({
  kind: 'refused',
  code,
  message,
  source: 'sat',
  ...(related && { related }),
});

const triggerOf = (stamp: StampRow): CancelTrigger | undefined =>
  stamp.cancel_trigger === null ? undefined : cancelTriggers[stamp.cancel_trigger];

const needsAcceptance = (trigger: CancelTrigger | undefined): boolean => trigger?.first === 'pending';

/** EstatusCancelacion as the status service words it. */
function estatusOf(state: RequestState, withAcceptance: boolean): string {
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

/** EstatusUUID 207 to 209: motive 01 names a valid substitute of the same issuer, the others name none. */
async function motiveProblem(client: PoolClient, request: CancelRequest): Promise<CancelOutcome | undefined> {
  const { motive, substitution } = request;
  if (!['01', '02', '03', '04'].includes(motive))
    return refused('207', 'El motivo de cancelación falta o no es válido.');
  if (motive !== '01')
    return substitution === undefined
      ? undefined
      : refused('209', 'El folio de sustitución solo se admite con el motivo 01.');
  const invalid = refused(
    '208',
    'El folio de sustitución falta o no es el de un comprobante vigente del emisor.',
  );
  if (substitution === undefined || !UUID.test(substitution)) return invalid;
  if (substitution.toUpperCase() === request.uuid.toUpperCase()) return invalid;
  const { rows } = await client.query<{ issuer_rfc: string; cancelled: boolean }>(
    `select issuer_rfc, exists (select 1 from pac_sandbox.cancellations c
       where c.uuid = s.uuid and c.state = 'accepted') as cancelled
     from pac_sandbox.stamps s where uuid = $1`,
    [substitution],
  );
  const substitute = rows[0];
  if (!substitute || substitute.cancelled || substitute.issuer_rfc !== request.rfcEmisor) return invalid;
  return undefined;
}

/** The same request sent again gets its answer again; an outcome that came later is for `status()` to tell. */
const answerOf = (row: Pick<RequestRow, 'state' | 'acuse' | 'requested_at'>): CancelOutcome => ({
  kind: row.state === 'accepted' || row.state === 'verifying' ? row.state : 'pending',
  acuse: row.acuse,
  at: row.requested_at.toISOString(),
});

/** Takes a request, or refuses it with an EstatusUUID. Requests for one document are taken one at a time. */
async function take(
  client: PoolClient,
  request: CancelRequest,
  identity: PacIdentity,
  now: Date,
): Promise<CancelOutcome> {
  const unknown = refused('205', 'El folio fiscal no existe en los registros.');
  if (!UUID.test(request.uuid)) return unknown;
  const { rows } = await client.query<StampRow>(`${STAMP} for update`, [request.uuid]);
  const stamp = rows[0];
  if (!stamp) return unknown;
  if (stamp.issuer_rfc !== request.rfcEmisor)
    return refused('203', 'El folio fiscal no corresponde al emisor de la solicitud.');
  const previous = (await client.query<RequestRow>(REQUESTS, [request.uuid])).rows;
  const same = previous.find((row) => row.request_id === request.requestId);
  if (same) return answerOf(same);
  const open = previous[0];
  if (open && open.state !== 'rejected' && open.state !== 'expired')
    return refused('202', 'La cancelación de este folio fiscal ya se había solicitado.');
  const problem = await motiveProblem(client, request);
  if (problem) return problem;

  const trigger = triggerOf(stamp);
  if (trigger?.first === 'not-cancelable')
    return refused('204', 'El comprobante no se puede cancelar: tiene comprobantes relacionados vigentes.', [
      deterministicUuid('sandbox related document', request.uuid.toUpperCase()).toUpperCase(),
    ]);
  const first = open ? undefined : trigger?.first;
  const state = first === 'pending' || first === 'verifying' ? first : 'accepted';
  const acuse = await buildAcuse(
    {
      fecha: centralTime(now),
      rfcEmisor: request.rfcEmisor,
      uuid: request.uuid.toUpperCase(),
      estatusUuid: '201',
    },
    identity,
  );
  await client.query(
    `insert into pac_sandbox.cancellations
       (uuid, request_id, motive, substitution, state, estatus, acuse, requested_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      request.uuid,
      request.requestId,
      request.motive,
      request.substitution ?? null,
      state,
      estatusOf(state, needsAcceptance(trigger)),
      acuse,
      now,
    ],
  );
  return answerOf({ state, acuse, requested_at: now });
}

/** The answer to a cancellation request, in one transaction. */
export async function takeCancellation(
  pool: Pool,
  request: CancelRequest,
  identity: PacIdentity,
  now: Date,
): Promise<CancelOutcome> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const outcome = await take(client, request, identity, now);
    await client.query('commit');
    return outcome;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

/** The fault that a document's trigger asks for at this attempt to cancel it, if any. */
export async function cancelFaultOf(pool: Pool, uuid: string): Promise<CancelFault | undefined> {
  if (!UUID.test(uuid)) return undefined;
  const stamp = (await pool.query<StampRow>(STAMP, [uuid])).rows[0];
  const trigger = stamp && triggerOf(stamp);
  if (trigger?.attempts === undefined) return undefined;
  const attempt = await countAttempt(pool, 'cancel', uuid.toUpperCase());
  return attempt <= trigger.attempts ? (trigger.first as CancelFault) : undefined;
}

/** A query must match the whole printed expression, as in the authority's service (its code 602 otherwise). */
const matches = (stamp: StampRow, key: DocumentKey): boolean =>
  stamp.issuer_rfc === key.rfcEmisor &&
  stamp.receiver_rfc === key.rfcReceptor &&
  stamp.sello_tail === key.selloTail &&
  parseDecimal(stamp.total) === parseDecimal(key.total);

/** State of a document. A request whose trigger names a later outcome gets it at this query. */
export async function statusOf(pool: Pool, key: DocumentKey, now: Date): Promise<StatusOutcome> {
  const answer = (
    estado: Estado,
    esCancelable: string,
    estatusCancelacion: string,
    acuse?: string,
  ): StatusOutcome => ({
    kind: 'status',
    estado,
    esCancelable,
    estatusCancelacion,
    at: now.toISOString(),
    ...(acuse !== undefined && { acuse }),
  });
  const stamp = UUID.test(key.uuid) ? (await pool.query<StampRow>(STAMP, [key.uuid])).rows[0] : undefined;
  if (!stamp || !matches(stamp, key)) return answer('No Encontrado', '', '');

  const trigger = triggerOf(stamp);
  const acceptance = needsAcceptance(trigger);
  const esCancelable =
    trigger?.first === 'not-cancelable'
      ? 'No cancelable'
      : acceptance
        ? 'Cancelable con aceptación'
        : 'Cancelable sin aceptación';
  const latest = (await pool.query<RequestRow>(`${REQUESTS} limit 1`, [key.uuid])).rows[0];
  if (!latest) return answer('Vigente', esCancelable, '');
  if (trigger?.then && latest.state === trigger.first) {
    const estatus = estatusOf(trigger.then, acceptance);
    await pool.query(
      `update pac_sandbox.cancellations set state = $2, estatus = $3 where seq = $1 and state = $4`,
      [latest.seq, trigger.then, estatus, latest.state],
    );
    latest.state = trigger.then;
    latest.estatus = estatus;
  }
  const estado = latest.state === 'accepted' ? 'Cancelado' : 'Vigente';
  return answer(estado, esCancelable, latest.estatus, latest.acuse);
}
