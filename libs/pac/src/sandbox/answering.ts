import type { Pool, PoolClient } from 'pg';
import { findRespuestaCode, verifyRespuesta, type Respuesta } from '#cfdi';
import type { AnswerOutcome, AnswerRequest, PendingOutcome, PendingRequest } from '../pending-port.js';
import type { PacAccount } from '../port.js';
import { buildAcuseOfAnswer } from './acuse.js';
import { SANDBOX_PAC_RFC, type PacIdentity } from './authority.js';
import { documentOf, estatusOf, requestsOf } from './cancellations.js';
import { centralTime } from './place-of-issue.js';

/**
 * The receiver's side of the sandbox's cancellation service. As the tax authority, it asks whose RFC it is and nothing else: a Test
 * organization answers what was asked of its RFC by any other one of the installation. Requests wait where a trigger made them wait.
 * What suppliers issued that the sandbox plays for one organization is that one's alone: many have the same stand-in RFC.
 */

/** How the stampings of suppliers are named that the sandbox plays. */
export const SUPPLIED = 'supplied-';
/** `$n`: who asks. */
const isForAll = (n: number): string => `(s.request_id NOT LIKE '${SUPPLIED}%' OR s.organization_id = $${n})`;

/** The most that are told at once, as the tax authority tells 500. */
const MOST = 500;

/** The requests that wait for the word of an RFC, the oldest first. */
export async function listPending(pool: Pool, { account, rfc }: PendingRequest): Promise<PendingOutcome> {
  const { rows } = await pool.query<{ uuid: string; requested_at: Date }>(
    `SELECT s.uuid, c.requested_at
       FROM pac_sandbox.stamps AS s
       JOIN LATERAL (
         SELECT state, requested_at FROM pac_sandbox.cancellations
          WHERE uuid = s.uuid ORDER BY seq DESC LIMIT 1
       ) AS c ON c.state = 'pending'
      WHERE s.receiver_rfc = $1 AND s.kind = 'comprobante' AND ${isForAll(3)}
      ORDER BY c.requested_at, s.uuid
      LIMIT $2`,
    [rfc, MOST, account.organizationId],
  );
  return {
    kind: 'listed',
    requests: rows.map(({ uuid, requested_at }) => ({
      ...{ uuid: uuid.toUpperCase(), requestedAt: requested_at.toISOString() },
    })),
  };
}

function refused(code: string, text?: string): AnswerOutcome {
  const message = text ?? findRespuestaCode(code)?.texto.es ?? '';
  return { kind: 'refused', code, message, source: 'sat' };
}

interface Asked {
  readonly uuid: string;
  readonly rfcReceptor: string;
  readonly respuesta: Respuesta;
}

function read({ xml }: AnswerRequest, now: Date): Asked | { readonly negativa: AnswerOutcome } {
  const verified = verifyRespuesta(xml, { at: now });
  if (!verified.ok) {
    const { code = '301', message } = verified.refusal.details?.[0] ?? {};
    const text = typeof message === 'string' ? message : (message?.es ?? '');
    // A certificate of somebody else has a number of its own in this service.
    return { negativa: code === '303' ? refused('1003') : refused(code, text) };
  }
  const { rfcReceptor, rfcPac, folios } = verified.value;
  const [folio, ...more] = folios;
  if (!folio || more.length > 0 || rfcPac !== SANDBOX_PAC_RFC)
    return { negativa: refused('301', 'El sandbox toma una respuesta de un folio, presentada por él.') };
  return { ...folio, rfcReceptor };
}

/** Takes an answer, or refuses it. Requests and answers about one document are taken one at a time. */
async function take(
  client: PoolClient,
  { organizationId }: PacAccount,
  { uuid, rfcReceptor, respuesta }: Asked,
): Promise<AnswerOutcome | 'taken'> {
  const document = await documentOf(client, { kind: 'comprobante', uuid }, { lock: true });
  const mine = `SELECT FROM pac_sandbox.stamps AS s WHERE s.uuid = $1 AND ${isForAll(2)}`;
  if (document?.receiver_rfc !== rfcReceptor) return refused('1001');
  if ((await client.query(mine, [document.uuid, organizationId])).rowCount === 0) return refused('1001');
  const [latest] = await requestsOf(client, document.uuid);
  if (latest === undefined) return refused('1001');
  if (latest.state !== 'pending')
    return refused(latest.estatus === 'Cancelado sin aceptación' ? '1001' : '1002');
  const state = respuesta === 'Aceptacion' ? 'accepted' : 'rejected';
  await client.query('UPDATE pac_sandbox.cancellations SET state = $2, estatus = $3 WHERE seq = $1', [
    ...[latest.seq, state, estatusOf(state, true)],
  ]);
  return 'taken';
}

/** What becomes of an answer, in one transaction. */
export async function takeAnswer(
  pool: Pool,
  request: AnswerRequest,
  identity: PacIdentity,
  now: Date,
): Promise<AnswerOutcome> {
  const asked = read(request, now);
  if ('negativa' in asked) return asked.negativa;
  const acuse = await buildAcuseOfAnswer(
    {
      ...{ fecha: centralTime(now), rfcReceptor: asked.rfcReceptor, rfcPac: SANDBOX_PAC_RFC },
      ...{ uuid: asked.uuid.toUpperCase(), estatusUuid: '1000', respuesta: asked.respuesta },
    },
    identity,
  );
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const outcome = await take(client, request.account, asked);
    await client.query('COMMIT');
    return outcome === 'taken' ? { kind: 'taken', acuse } : outcome;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
