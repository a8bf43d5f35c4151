import { send, type HttpOutcome } from '../http.js';
import type { Unavailable } from '../port.js';
import { tooMany } from '../too-many.js';
import { bodyOf, readNodes, textOf } from '../soap/read.js';
import { writeCall, type SoapFields } from '../soap/write.js';
import { readAnswer, type ProdigiaAnswer } from './answer.js';
import { saidIn, WRONG_LOGIN } from './codes.js';
import type { Login, LoginVerdict } from './login.js';
import type { ProdigiaSettings } from './settings.js';

/** What a call brought: an answer that can be read, or how certain it is that nothing was done. */
export type ProdigiaReply =
  | {
      readonly kind: 'reply';
      readonly answer: ProdigiaAnswer;
      readonly headers: Readonly<Record<string, string>>;
    }
  | Unavailable
  | { readonly kind: 'unknown'; readonly reason: string };

export interface RestCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly query: SoapFields;
  readonly body?: string;
  /** The element of XML, or the name in JSON, that its answer is in; one of them. */
  readonly service: string | readonly string[];
  readonly timeoutMs: number;
  readonly maxBytes?: number;
}

type Credentials = { readonly [N in 'contract' | 'user' | 'password']: string };

const NAMESPACE = 'timbrado.ws.pade.mx';

/** Calls the REST services, once. There is no Accept header: it breaks them. */
export function callRest(
  settings: ProdigiaSettings,
  login: Login,
  { method, path, query, body, service, timeoutMs, maxBytes }: RestCall,
): Promise<ProdigiaReply> {
  return within(settings, login, async ({ contract, user, password }) => {
    const search = new URLSearchParams([
      ['contrato', contract] as [string, string],
      ...query.map(([name, value]): [string, string] => [name, value]),
    ]);
    const outcome = await send({
      ...{ method, url: `${settings.url}${path}?${search.toString()}`, timeoutMs },
      headers: {
        authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
        'content-type': 'application/xml',
      },
      ...(body !== undefined && { body }),
      ...(maxBytes !== undefined && { maxBytes }),
    });
    return readReply(outcome, (text) => readAnswer(text, service));
  });
}

/** Calls the SOAP services, once: unqualified parameters, and the answer is XML as text. */
export function callSoap(
  settings: ProdigiaSettings,
  login: Login,
  call: {
    readonly method: string;
    readonly fields: SoapFields;
    readonly service: string;
    readonly timeoutMs: number;
  },
): Promise<ProdigiaReply> {
  const { method, service, timeoutMs } = call;
  return within(settings, login, async ({ contract, user, password }) => {
    const fields: SoapFields = [
      ['contrato', contract],
      ['usuario', user],
      ['passwd', password],
      ...call.fields,
    ];
    const outcome = await send({
      ...{ method: 'POST', url: soapUrl(settings.url), timeoutMs },
      headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: '""' },
      body: writeCall({ namespace: NAMESPACE, method, fields, qualified: false }),
    });
    return readReply(outcome, (text) => {
      const body = bodyOf(readNodes(text));
      const inner = body?.name === `${method}Response` ? textOf(body, 'return') : undefined;
      return inner === undefined ? undefined : readAnswer(inner, service);
    });
  });
}

/** `…/servicio/rest` and `…/servicio/Timbrado4.0` stand side by side. */
export const soapUrl = (url: string): string => `${url.replace(/\/rest$/, '')}/Timbrado4.0`;

async function within(
  { contract, user, password }: ProdigiaSettings,
  login: Login,
  make: (credentials: Credentials) => Promise<ProdigiaReply>,
): Promise<ProdigiaReply> {
  if (contract === undefined || user === undefined || password === undefined)
    return {
      ...{ kind: 'unavailable', reason: 'there are no credentials for Prodigia', trouble: 'account' },
    };
  return login.with(() => make({ contract, user, password }), verdictOf);
}

/** A refused log-in is told by its code, and by HTTP 401. */
function verdictOf(reply: ProdigiaReply): LoginVerdict {
  if (reply.kind === 'reply') {
    const { code } = saidIn(reply.answer);
    // Closed for maintenance, nobody looks at credentials.
    return code === WRONG_LOGIN ? 'refused' : code === '5' ? 'nothing' : 'taken';
  }
  return reply.kind === 'unavailable' && reply.trouble === 'account' ? 'refused' : 'nothing';
}

function readReply(outcome: HttpOutcome, read: (text: string) => ProdigiaAnswer | undefined): ProdigiaReply {
  if (outcome.kind === 'not_reached')
    return { kind: 'unavailable', reason: `Prodigia: ${outcome.reason}`, trouble: 'not_reached' };
  if (outcome.kind === 'no_answer') return unknown(outcome.reason);
  const { status, body, headers } = outcome;
  // Whatever it says: an error of theirs may have come after the stamp.
  if (status >= 500) return unknown(`HTTP ${status}`);
  if (status === 401)
    return { ...{ kind: 'unavailable', reason: 'Prodigia answers HTTP 401', trouble: 'account', code: '1' } };
  if (status === 429) return tooMany('Prodigia', headers);
  // A success is 200 or 202.
  const answer = read(body);
  return answer
    ? { kind: 'reply', answer, headers }
    : unknown(`HTTP ${status}, and not with an answer of its own`);
}

const unknown = (reason: string): ProdigiaReply => ({ kind: 'unknown', reason: `Prodigia: ${reason}` });
