import type { Pool, PoolClient } from 'pg';
import { deterministicUuid } from '#kernel';
import {
  findCancelacionCode,
  estatusOfFolio,
  parseCancelacion,
  verifyCancelacion,
  type CancelacionKind,
  type FolioCancelacion,
} from '#cfdi';
import type { CancelOutcome, CancelRequest, DocumentKind } from '../port.js';
import { buildAcuse } from './acuse.js';
import type { PacIdentity } from './authority.js';
import {
  cancelElsewhere,
  documentOf,
  enter,
  estatusOf,
  needsAcceptance,
  requestsOf,
  triggerOf,
  type CancellationRow,
  type StampedDocument,
} from './cancellations.js';
import { codeOfKind } from './codes-of-kind.js';
import { countAttempt } from './ledger.js';
import { centralTime } from './place-of-issue.js';
import { obstaclesTo, substitutes } from './relations.js';
import type { CancelFault } from './triggers.js';

/** The sandbox's cancellation service: takes signed requests, or refuses them with the tax authority's codes. */

/** Refuses in the words of the document's kind; `code` as of a CFDI. */
function refused(kind: DocumentKind, code: string, related?: readonly string[]): CancelOutcome {
  const own = codeOfKind(kind, code);
  return {
    kind: 'refused',
    code: own,
    message: findCancelacionCode(own)?.texto.es ?? '',
    source: 'sat',
    ...(related && { related }),
  };
}

/** What a request says, where its signature holds: one document of the certificate's own RFC. */
interface Asked extends FolioCancelacion {
  readonly kind: DocumentKind;
  readonly requestId: string;
  readonly rfcEmisor: string;
}

const TIPOS: Readonly<Record<DocumentKind, CancelacionKind>> = {
  comprobante: 'cfdi',
  retencion: 'retenciones',
};

function read(
  { kind, xml, requestId }: CancelRequest,
  now: Date,
): Asked | { readonly negativa: CancelOutcome } {
  const verified = verifyCancelacion(xml, { at: now });
  if (!verified.ok) {
    const { code = '301', message } = verified.refusal.details?.[0] ?? {};
    const text = typeof message === 'string' ? message : (message?.es ?? '');
    return { negativa: { kind: 'refused', code: codeOfKind(kind, code), message: text, source: 'sat' } };
  }
  const { tipo, rfcEmisor, folios } = verified.value;
  const [folio, ...more] = folios;
  // Each kind has a service of its own, which takes no request in the form of the other.
  if (tipo !== TIPOS[kind] || !folio || more.length > 0) return { negativa: refused(kind, '301') };
  return { ...folio, kind, requestId, rfcEmisor };
}

/** EstatusUUID 207 to 209 and 212: motive 01 names a valid document of the issuer that takes this one's place. */
async function motiveProblem(client: PoolClient, asked: Asked): Promise<CancelOutcome | undefined> {
  const { kind } = asked;
  const said = estatusOfFolio(asked);
  if (said) return refused(kind, said);
  if (asked.folioSustitucion === undefined) return undefined;
  const substitute = await documentOf(client, { kind, uuid: asked.folioSustitucion });
  if (!substitute || substitute.issuer_rfc !== asked.rfcEmisor) return refused(kind, '208');
  const requests = await requestsOf(client, substitute.uuid);
  if (requests.some(({ state }) => state === 'accepted')) return refused(kind, '208');
  return (await substitutes(client, substitute.uuid, asked.uuid)) ? undefined : refused(kind, '212');
}

/** 204 with the documents in the way, or the code that a trigger asks for. */
async function findObstacle(
  client: PoolClient,
  asked: Asked,
  document: StampedDocument,
): Promise<CancelOutcome | undefined> {
  const { kind } = document;
  const trigger = triggerOf(document);
  const uuid = document.uuid.toUpperCase();
  if (trigger?.first === 'refused' && (await hits(client, document)))
    return refused(kind, trigger.code ?? '204');
  if (trigger?.first === 'not-cancelable')
    return refused(kind, '204', [deterministicUuid('sandbox related document', uuid).toUpperCase()]);
  const related = await obstaclesTo(client, uuid, { substituted: asked.motivo === '01' });
  return related.length > 0 ? refused(kind, '204', related) : undefined;
}

/** Counts an attempt on a document whose trigger hits the first ones; true where it hits this one. */
async function hits(db: Pool | PoolClient, document: StampedDocument): Promise<boolean> {
  const { attempts = Infinity } = triggerOf(document) ?? {};
  if (attempts === Infinity) return true;
  return (await countAttempt(db, 'cancel', document.uuid.toUpperCase())) <= attempts;
}

/** The same request sent again gets its answer again; an outcome that came later is for `status()` to tell. */
const answerOf = (row: Pick<CancellationRow, 'state' | 'acuse' | 'requested_at'>): CancelOutcome => ({
  kind: row.state === 'accepted' || row.state === 'verifying' ? row.state : 'pending',
  acuse: row.acuse,
  at: row.requested_at.toISOString(),
});

/** Takes a request, or refuses it. Requests for one document are taken one at a time. */
async function take(
  client: PoolClient,
  asked: Asked,
  identity: PacIdentity,
  now: Date,
): Promise<CancelOutcome> {
  const { kind } = asked;
  const document = await documentOf(client, asked, { lock: true });
  if (!document) return refused(kind, '205');
  if (document.issuer_rfc !== asked.rfcEmisor) return refused(kind, '203');
  await cancelElsewhere(client, document, now);
  const previous = await requestsOf(client, document.uuid);
  const same = previous.find((row) => row.request_id === asked.requestId);
  if (same) return answerOf(same);
  const [latest] = previous;
  if (latest && latest.state !== 'rejected' && latest.state !== 'expired') return refused(kind, '202');
  const problem = (await motiveProblem(client, asked)) ?? (await findObstacle(client, asked, document));
  if (problem) return problem;

  const first = latest ? undefined : triggerOf(document)?.first;
  const state = first === 'pending' || first === 'verifying' ? first : 'accepted';
  const uuid = document.uuid.toUpperCase();
  const acuse = await buildAcuse(
    {
      ...{ kind, fecha: centralTime(now), rfcEmisor: asked.rfcEmisor, uuid },
      estatusUuid: codeOfKind(kind, '201'),
    },
    identity,
  );
  await enter(client, {
    ...{ uuid, requestId: asked.requestId, motive: asked.motivo, substitution: asked.folioSustitucion },
    ...{ state, estatus: estatusOf(state, needsAcceptance(document, now)), acuse, at: now },
  });
  return answerOf({ state, acuse, requested_at: now });
}

/** The answer to a cancellation request, in one transaction. */
export async function takeCancellation(
  pool: Pool,
  request: CancelRequest,
  identity: PacIdentity,
  now: Date,
): Promise<CancelOutcome> {
  const asked = read(request, now);
  if ('negativa' in asked) return asked.negativa;
  const client = await pool.connect();
  try {
    await client.query('begin');
    const outcome = await take(client, asked, identity, now);
    await client.query('commit');
    return outcome;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}

const FAULTS: ReadonlySet<string> = new Set<CancelFault>(['outage', 'timeout-before', 'timeout-after']);

/** The fault that a document's trigger asks for at this attempt to cancel it, if any. */
export async function cancelFaultOf(
  pool: Pool,
  { kind, xml }: Pick<CancelRequest, 'kind' | 'xml'>,
): Promise<CancelFault | undefined> {
  const request = parseCancelacion(xml);
  const uuid = request.ok ? request.value.folios[0]?.uuid : undefined;
  const document = uuid === undefined ? undefined : await documentOf(pool, { kind, uuid });
  const first = document && triggerOf(document)?.first;
  if (!document || first === undefined || !FAULTS.has(first)) return undefined;
  return (await hits(pool, document)) ? (first as CancelFault) : undefined;
}
