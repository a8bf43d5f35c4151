import { send } from '../http.js';
import type { Unavailable } from '../port.js';
import { tooMany } from '../too-many.js';
import { bodyOf, childrenOf, readNodes, textOf, type SoapNode } from '../soap/read.js';
import { writeCall, type SoapFields } from '../soap/write.js';
import type { FinkokSettings } from './settings.js';

export type FinkokService = 'stamp' | 'cancel' | 'utilities' | 'retentions' | 'registration' | 'firmar';

export interface FinkokCall {
  readonly service: FinkokService;
  readonly method: string;
  /** In the order of the WSDL, with the credentials where they belong. */
  readonly fields: SoapFields;
  readonly timeoutMs: number;
  readonly maxBytes?: number;
}

/** What a call brought: the `<method>Result` of its answer, or how certain it is that nothing was done. */
export type FinkokReply =
  | { readonly kind: 'reply'; readonly result: SoapNode }
  | Unavailable
  | { readonly kind: 'unknown'; readonly reason: string };

const MAX_TEXT = 500;

/** Calls a service of Finkok (SOAP 1.1), once. A fault (HTTP 500) may have come after the work was done. */
export async function call(
  { url, password }: FinkokSettings,
  { service, method, fields, timeoutMs, maxBytes }: FinkokCall,
): Promise<FinkokReply> {
  const outcome = await send({
    method: 'POST',
    url: `${url}/servicios/soap/${service}`,
    headers: { 'content-type': 'text/xml; charset=utf-8', soapaction: `"${method}"` },
    body: writeCall({
      namespace: `http://facturacion.finkok.com/${service}`,
      method,
      fields,
      qualified: true,
    }),
    ...{ timeoutMs, ...(maxBytes !== undefined && { maxBytes }) },
  });
  if (outcome.kind === 'not_reached')
    return { kind: 'unavailable', reason: `Finkok: ${outcome.reason}`, trouble: 'not_reached' };
  if (outcome.kind === 'no_answer') return unknown(outcome.reason);
  const { status, body, headers } = outcome;
  if (status === 429) return tooMany('Finkok', headers);
  const answer = bodyOf(readNodes(body, { maxChars: Math.max(body.length, 1) }));
  if (answer?.name === 'Fault')
    return unknown(`a fault: ${withoutSecret(textOf(answer, 'faultstring') ?? 'without a text', password)}`);
  if (status !== 200) return unknown(`HTTP ${status}`);
  const [result, ...others] = childrenOf(answer, `${method}Result`);
  if (answer?.name !== `${method}Response` || !result || others.length > 0)
    return unknown(`HTTP 200, and not with an answer to ${method}`);
  return { kind: 'reply', result };
}

const unknown = (reason: string): FinkokReply => ({ kind: 'unknown', reason: `Finkok: ${reason}` });

/** Texts of faults are those of their program, which has the password at hand. */
const withoutSecret = (text: string, password: string | undefined): string =>
  (password ? text.replaceAll(password, '…') : text).slice(0, MAX_TEXT);
