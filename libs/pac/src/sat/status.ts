import {
  buildConsultaSoap,
  parseConsulta,
  printExpression,
  printExpressionPlain,
  type EstadoSat,
} from '#cfdi';
import { send, type HttpRequest } from '../http.js';
import type { DocumentKey, EfosListing, Pac, StatusOutcome, Unavailable } from '../port.js';
import { Pace } from './pace.js';
import { readRetentionPage } from './retention-page.js';

export interface SatAuthoritySettings {
  /** ConsultaCFDIService (TIMBRA_SAT_STATUS_URL). */
  readonly url: string;
  readonly timeoutMs: number;
  readonly now: () => Date;
  /** How far apart questions to one host are; 250 ms where it is not given. */
  readonly gapMs?: number;
}

/** The tax authority's page of retentions is elsewhere; where the service was put elsewhere, it is looked for beside it. */
const RETENTIONS = 'https://prodretencionverificacion.clouda.sat.gob.mx';
const SAT_HOST = 'consultaqr.facturaelectronica.sat.gob.mx';
const RETENTION_PATH = '/Home/ConsultaRetencion';
const MAX_BYTES = 256 * 1024;
const GAP_MS = 250;
/** Somebody may be waiting for the answer; polls come again by themselves. */
const LONGEST_WAIT_MS = 20_000;

/** The codes of ValidacionEFOS that are documented; another one says nothing. */
const EFOS: Readonly<Partial<Record<string, EfosListing>>> = {
  200: 'not_listed',
  201: 'not_listed',
  100: 'listed',
  101: 'listed',
  104: 'listed',
  102: 'third_party_listed',
  103: 'third_party_listed',
};

/**
 * The tax authority's own status service, open to anyone: no account, no secret. An answer that cannot be read, or that has
 * words which are not known, says nothing (`unavailable`): nobody concludes from it that a document was or was not cancelled.
 */
export function satAuthority(settings: SatAuthoritySettings): Pick<Pac, 'status'> {
  const { url, gapMs = GAP_MS } = settings;
  const { origin, hostname } = new URL(url);
  const retentions = `${hostname === SAT_HOST ? RETENTIONS : origin}${RETENTION_PATH}`;
  const paces = { gapMs, longestMs: LONGEST_WAIT_MS };
  const [comprobantes, pages] = [new Pace(paces), new Pace(paces)];
  const ask = async (pace: Pace, request: Omit<HttpRequest, 'timeoutMs'>): Promise<string | Unavailable> => {
    if (!(await pace.turn())) return unavailable('too many questions are waiting for the SAT');
    const answer = await send({ ...request, timeoutMs: settings.timeoutMs, maxBytes: MAX_BYTES });
    if (answer.kind === 'not_reached')
      return { ...unavailable(`the SAT was not reached: ${answer.reason}`), trouble: 'not_reached' };
    if (answer.kind === 'no_answer') return unavailable(`the SAT did not answer: ${answer.reason}`);
    return answer.status === 200 ? answer.body : unavailable(`the SAT answered with HTTP ${answer.status}`);
  };
  return {
    status: async (key) => {
      if (key.kind === 'retencion') {
        const page = await ask(pages, { method: 'GET', url: `${retentions}?${retentionQuery(key)}` });
        if (typeof page !== 'string') return page;
        const estado = readRetentionPage(page, key.uuid);
        return estado
          ? { kind: 'status', estado, at: settings.now().toISOString() }
          : unavailable(UNREADABLE);
      }
      const consult = async (expression: string): Promise<EstadoSat | Unavailable> => {
        const { headers, body } = buildConsultaSoap(expression);
        const answer = await ask(comprobantes, { method: 'POST', url, headers, body });
        if (typeof answer !== 'string') return answer;
        const read = parseConsulta(answer);
        return read.ok ? read.value : unavailable(UNREADABLE);
      };
      const parts = partsOf(key);
      const [plain, escaped] = [printExpressionPlain(parts), printExpression(parts)];
      let found = await consult(plain);
      // An RFC with "&": whether its own escape is expected is not documented, so the other spelling is asked as well.
      if (plain !== escaped && !('kind' in found) && found.estado === 'No Encontrado')
        found = await consult(escaped);
      return 'kind' in found ? found : outcomeOf(found, settings.now());
    },
  };
}

const UNREADABLE = 'the answer of the SAT cannot be read';
const unavailable = (reason: string): Unavailable => ({ kind: 'unavailable', reason });

const rfcOf = ({ receptor }: DocumentKey): string => ('rfc' in receptor ? receptor.rfc : '');

const partsOf = (key: DocumentKey) => ({
  ...{ uuid: key.uuid, rfcEmisor: key.rfcEmisor, rfcReceptor: rfcOf(key) },
  ...{ total: key.total, sello: key.selloTail },
});

const retentionQuery = (key: DocumentKey): string =>
  new URLSearchParams({
    folio: key.uuid,
    rfcEmisor: key.rfcEmisor,
    ...('rfc' in key.receptor && { rfcReceptor: key.receptor.rfc }),
  }).toString();

function outcomeOf(
  { estado, esCancelable, estatusCancelacion, validacionEfos }: EstadoSat,
  now: Date,
): StatusOutcome {
  const efos = validacionEfos === undefined ? undefined : EFOS[validacionEfos];
  return {
    ...{ kind: 'status', estado, at: now.toISOString() },
    ...(esCancelable && { esCancelable }),
    ...(estatusCancelacion && { estatusCancelacion }),
    ...(efos && { efos }),
  };
}
