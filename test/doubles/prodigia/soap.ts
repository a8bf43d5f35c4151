import type { SatLink } from '../core/sat-link.js';
import { xml, type Answer, type Call, type Double } from '../core/server.js';
import { escape, findNode, readCall, textAt } from '../core/soap.js';
import { serviceXml } from './answers.js';
import { cancel } from './cancelling.js';
import { readContract, type SignedContract } from './contract.js';

/** Prodigia's services of SOAP: unqualified children, and the answer as a string of XML. */

const NAMESPACE = 'timbrado.ws.pade.mx';

const answer = (method: string, text: string): Answer =>
  xml(
    '<?xml version="1.0" encoding="UTF-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>' +
      `<ns2:${method}Response xmlns:ns2="${NAMESPACE}"><return>${escape(text)}</return></ns2:${method}Response>` +
      '</soap:Body></soap:Envelope>',
  );

export interface SoapParts {
  readonly double: Double;
  readonly sat: SatLink;
  readonly signed: Map<string, SignedContract>;
  /** What a log-in is refused for; undefined: it is right. */
  readonly refuseLogin: (user: string, password: string, contract: string) => [string, string] | undefined;
}

export function soapCall(body: Buffer, { double, sat, signed, refuseLogin }: SoapParts): Call | undefined {
  const call = readCall(body);
  if (!call) return undefined;
  const { method, node } = call;
  if (method === 'firmarManifiesto')
    return {
      operation: 'manifest',
      answer: async (fault) => {
        const xml = Buffer.from(textAt(node, 'xml'), 'base64').toString();
        const read = fault?.name === 'bad_fiel' ? undefined : readContract(xml);
        if (read) signed.set(read.rfc, read);
        const values = {
          firmaOk: read !== undefined,
          codigo: read ? 0 : 302,
          mensaje: read ? 'Firmado' : 'La firma no es válida.',
        };
        return answer(method, serviceXml('servicioFirma', values));
      },
    };
  if (method === 'consultarPeticionesPendientes')
    return {
      operation: 'pendings',
      answer: async () => {
        const problem = refuseLogin(
          textAt(node, 'usuario'),
          textAt(node, 'passwd'),
          textAt(node, 'contrato'),
        );
        const uuids = problem ? [] : await sat.pending(textAt(node, 'rfcReceptor'));
        const [codigo, mensaje] = problem ?? ['0', ''];
        return answer(
          method,
          serviceXml('servicioPeticionesPendientes', {
            ...{ consultaOk: !problem, codigo: Number(codigo), mensaje },
            uuids: [{ uuid: uuids }],
          }),
        );
      },
    };
  if (method !== 'cancelarConOpciones') return undefined;
  return {
    operation: 'cancel',
    answer: async (fault) => {
      const contract = textAt(node, 'contrato');
      const form = { asJson: false, contract };
      const problem = refuseLogin(textAt(node, 'usuario'), textAt(node, 'passwd'), contract);
      if (problem)
        return answer(
          method,
          serviceXml('servicioCancel', { statusOk: false, codigo: Number(problem[0]), mensaje: problem[1] }),
        );
      const option = node.children
        .filter(({ name }) => name === 'opciones')
        .map(({ text }) => text?.trim() ?? '')
        .find((text) => text.startsWith('XML_CANCELACION:'));
      if (option === undefined || findNode(node, 'keyPass') !== undefined)
        return answer(
          method,
          serviceXml('servicioCancel', { statusOk: false, codigo: 3, mensaje: 'Parámetro inválido.' }),
        );
      const request = Buffer.from(option.slice('XML_CANCELACION:'.length), 'base64').toString();
      return answer(method, serviceXml('servicioCancel', await cancel(double, sat, form, request, fault)));
    },
  };
}
