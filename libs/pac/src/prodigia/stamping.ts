import { judgeStamped } from '../judge-stamped.js';
import type { StampOutcome } from '../port.js';
import type { PacParts } from '../real.js';
import { NO_UUID } from './account.js';
import { judge, saidIn } from './codes.js';
import type { ProdigiaAnswer } from './answer.js';
import type { ProdigiaReply } from './call.js';

/** Prodigia's RFC, as RfcProvCertif names it. */
export const PRODIGIA_RFC = 'PPD101129EA3';

export const STAMP_SERVICE = 'servicioTimbrado';

/**
 * All options that are ever sent. Those that compute a seal, bring a certificate or change namespaces make another document, and are
 * never used.
 */
export const STAMP_OPTIONS = ['RESPUESTA_JSON', 'REGRESAR_CON_ERROR_307_XML'] as const;

/** On Prodigia's real host, what makes a stamp of no worth has a path of its own. */
const REAL_HOST = 'timbrado.pade.mx';

/** The path of stamps: in the sandbox never one that makes a real stamp. */
export const stampPath = (url: string, sandbox: boolean): string =>
  sandbox && new URL(url).hostname === REAL_HOST ? '/timbrado40Prueba' : '/timbrado40';

/** What the answer to a stamp request means. */
export async function readStamp(
  reply: ProdigiaReply,
  xml: string,
  parts: PacParts,
  now: Date,
): Promise<StampOutcome> {
  if (reply.kind !== 'reply') return reply;
  const { answer } = reply;
  const said = saidIn(answer);
  const verdict = judge(said);
  const uncertain = unknown(`${said.code || 'no code'}: ${said.text || 'an error without a text'}`);
  if ((verdict.kind === 'trouble' || verdict.kind === 'refused') && saysStamped(answer)) return uncertain;
  switch (verdict.kind) {
    case 'stamped':
      if (answer.text('timbradoOk')?.toLowerCase() !== 'true') return unknown('0, and not timbradoOk');
      return stampOf(answer, { xml, duplicate: false }, parts, now);
    case 'previous':
      return stampOf(answer, { xml, duplicate: true }, parts, now);
    case 'trouble':
      return {
        ...{ kind: 'unavailable', reason: `Prodigia: ${said.text || said.code}`, code: said.code },
        trouble: verdict.trouble,
      };
    case 'refused':
      return {
        ...{ kind: 'refused', code: said.code, message: said.text || said.code, source: verdict.by },
      };
    case 'uncertain':
      return uncertain;
  }
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const WORDS_OF_PREVIOUS = /\btimbre\s+previo\b|\btimbrado\s+previamente\b|\bpreviamente\s+timbrado\b/i;

/**
 * Any part of a stamp, or words of one, says that there may be one: no code beside it is certain, or another PAC would get the
 * document, too. Nor does it count as stamped: sent again, the document gets a plain answer.
 */
function saysStamped(answer: ProdigiaAnswer): boolean {
  const uuid = answer.text('UUID') ?? '';
  return (
    answer.text('timbradoOk')?.toLowerCase() === 'true' ||
    answer.text('xmlBase64') !== undefined ||
    answer.text('selloSAT') !== undefined ||
    (UUID.test(uuid) && uuid !== NO_UUID) ||
    WORDS_OF_PREVIOUS.test(answer.text('mensaje') ?? '')
  );
}

async function stampOf(
  answer: ProdigiaAnswer,
  { xml, duplicate }: { readonly xml: string; readonly duplicate: boolean },
  parts: PacParts,
  now: Date,
): Promise<StampOutcome> {
  const encoded = answer.text('xmlBase64');
  if (encoded === undefined) return unknown(duplicate ? '307, without the stamp' : 'no stamp');
  const stamped = Buffer.from(encoded, 'base64').toString('utf8');
  const timbre = await judgeStamped(
    { xml, stamped, uuid: answer.text('UUID'), rfc: PRODIGIA_RFC },
    parts,
    now,
  );
  return typeof timbre === 'string' ? unknown(timbre) : { kind: 'stamped', timbre, duplicate };
}

const unknown = (reason: string): StampOutcome => ({ kind: 'unknown', reason: `Prodigia: ${reason}` });
