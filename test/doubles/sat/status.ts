import { escape, findNode, readCall } from '../core/soap.js';
import { xml, type Answer, type Asked, type Call, type Double } from '../core/server.js';
import type { EstadoConsulta } from '../core/sat-link.js';
import type { SatBooks } from './books.js';

/** ConsultaCFDIService: the state of a document by its printed expression; and the page of HTML for one of retentions. */

const FIELDS = ['CodigoEstatus', 'EsCancelable', 'Estado', 'EstatusCancelacion', 'ValidacionEFOS'] as const;
const NAMESPACE = 'http://schemas.datacontract.org/2004/07/Sat.Cfdi.Negocio.ConsultaCfdi.Servicio';

const MALFORMED: EstadoConsulta = {
  CodigoEstatus: 'N - 601: La expresión impresa proporcionada no es válida.',
  ...{ EsCancelable: '', Estado: 'No Encontrado', EstatusCancelacion: '', ValidacionEFOS: '' },
};

export function statusCall({ method, path, body }: Asked, books: SatBooks): Call | undefined {
  if (path !== '/ConsultaCFDIService.svc' || method !== 'POST') return undefined;
  const call = readCall(body);
  const expression = (findNode(call?.node, 'expresionImpresa')?.text ?? '').trim();
  return {
    operation: 'status',
    answer: async (fault) => {
      if (!call) return xml('<s:Fault/>', 500);
      if (fault?.name === 'row') return answer(JSON.parse(fault.message ?? '{}') as Row);
      return answer(await consult(expression, books));
    },
  };
}

type Row = Partial<Record<keyof EstadoConsulta, string | null>>;

async function consult(expression: string, books: SatBooks): Promise<Row> {
  const parts = new Map(
    expression
      .replace(/^.*\?/, '')
      .split(/&(?=(?:id|re|rr|tt|fe)=)/)
      .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)] as const),
  );
  const [id, re, rr, tt] = ['id', 're', 'rr', 'tt'].map((name) => parts.get(name));
  if (id === undefined || re === undefined || rr === undefined || tt === undefined) return MALFORMED;
  const document = books.find(id);
  if (!document) return books.state(id);
  const { stamp, override } = document;
  const plain = (text: string): string => text.replaceAll('&amp;', '&');
  const fits =
    plain(re) === stamp.emisor &&
    (stamp.receptor === '' || plain(rr) === stamp.receptor) &&
    Number(tt) === Number(stamp.total);
  const fe = parts.get('fe');
  if (!fits || (fe !== undefined && !stamp.sello.endsWith(fe))) return MALFORMED;
  return { ...books.stateOf(document), ...override };
}

/** A field that is null is nil, one that is undefined is left out. */
const answer = (row: Row): Answer =>
  xml(
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ConsultaResponse xmlns="http://tempuri.org/">' +
      `<ConsultaResult xmlns:a="${NAMESPACE}" xmlns:i="http://www.w3.org/2001/XMLSchema-instance">` +
      FIELDS.map((name) => {
        const value = row[name];
        if (value === undefined) return '';
        return value === null ? `<a:${name} i:nil="true"/>` : `<a:${name}>${escape(value)}</a:${name}>`;
      }).join('') +
      '</ConsultaResult></ConsultaResponse></s:Body></s:Envelope>',
  );

export function retentionPage({ path, query }: Asked, double: Double, books: SatBooks): Call | undefined {
  if (path !== '/Home/ConsultaRetencion') return undefined;
  return {
    operation: 'status',
    answer: async () => {
      const document = books.find(query.get('folio') ?? '');
      const fits = document?.stamp.kind === 'retencion' && document.stamp.emisor === query.get('rfcEmisor');
      const estado = fits ? books.stateOf(document).Estado : 'No Encontrado';
      const cells: [string, string][] = fits
        ? [
            ['RFC del emisor', document.stamp.emisor],
            ['Folio fiscal', document.stamp.uuid.toUpperCase()],
            ['Fecha de certificación SAT', document.stamp.fechaTimbrado],
            ['PAC que certificó', double.world.pac(document.stamp.pac).rfc],
            ['Estado CFDI Retención', estado],
          ]
        : [['Estado CFDI Retención', estado]];
      const rows = cells.map(([name, value]) => `<tr><th>${escape(name)}</th><td>${escape(value)}</td></tr>`);
      return {
        ...{ status: 200, type: 'text/html; charset=utf-8' },
        body: `<!DOCTYPE html><html><body><table>${rows.join('')}</table></body></html>`,
      };
    },
  };
}
