import { randomUUID } from 'node:crypto';
import { readCertificado } from '#cfdi';
import { findNode, readCall } from '../core/soap.js';
import { xml, type Answer, type Asked, type Call, type Double } from '../core/server.js';
import type { Document, SatBooks } from './books.js';
import { pack, select, type Wanted } from './packages.js';
import { verifyRequest } from './signature.js';

/** Descarga masiva 1.5: token, request, look, package; each one signed by the taxpayer's FIEL. */

interface Request {
  readonly rfc: string;
  readonly wanted: Wanted;
  readonly documents: readonly Document[];
  readonly at: number;
  looks: number;
}

export interface DownloadSettings {
  /** How often a request is said to be accepted (1) or in process (2) before it is finished. */
  looks: number;
  /** EstadoSolicitud and its code for requests that are looked at from now on: 4 error, 5 rejected, 6 expired. */
  ends?: { readonly state: number; readonly code: string };
}

const MINUTES_5 = 5 * 60_000;
const SERVICES =
  /^\/(?:Autenticacion\/Autenticacion|SolicitaDescargaService|VerificaSolicitudDescargaService|DescargaMasivaService)\.svc$/;

const envelope = (body: string, header = ''): Answer =>
  xml(
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">${header}<s:Body>${body}</s:Body></s:Envelope>`,
  );

export class Download {
  readonly settings: DownloadSettings = { looks: 2 };
  /** What requests that were taken asked for, in order. */
  readonly taken: Wanted[] = [];
  /** The most requests that waited for their packages at one time. */
  mostWaiting = 0;
  private readonly tokens = new Map<string, number>();
  private readonly requests = new Map<string, Request>();

  constructor(
    private readonly double: Double,
    private readonly books: SatBooks,
  ) {}

  call({ method, path, headers, body }: Asked): Call | undefined {
    if (!SERVICES.test(path) || method !== 'POST') return undefined;
    const call = readCall(body);
    const text = body.toString().trim();
    const token = /access_token="([^"]+)"/.exec(headers.authorization ?? '')?.[1] ?? '';
    return {
      operation: call?.method === 'Autentica' ? 'token' : 'download',
      answer: async (fault) => {
        if (!call) return xml('<s:Fault/>', 500);
        if (fault?.kind === 'expired_token') this.tokens.clear();
        const who = verifyRequest(text, call.method);
        const parsed = who && readCertificado(Buffer.from(who.certificate.raw));
        const rfc = parsed?.ok && parsed.value.fiel ? parsed.value.rfc : '';
        const code = fault?.name ?? (rfc === '' ? '305' : who?.holds === true ? '5000' : '302');
        if (call.method === 'Autentica') return code === '5000' ? this.authenticate() : notAuthenticated();
        if (!((this.tokens.get(token) ?? 0) > this.double.now().getTime())) return notAuthenticated();
        const solicitud = findNode(call.node, 'solicitud') ?? findNode(call.node, 'peticionDescarga');
        const given = solicitud?.attributes ?? {};
        const wrong = code !== '5000' ? code : given['RfcSolicitante'] === rfc ? undefined : '301';
        switch (call.method) {
          case 'VerificaSolicitudDescarga':
            return this.look(given['IdSolicitud'] ?? '', rfc, wrong);
          case 'PeticionDescargaMasivaTercerosEntrada':
            return this.hand(given['IdPaquete'] ?? '', rfc, wrong);
          default:
            return this.request(call.method, given, rfc, wrong);
        }
      },
    };
  }

  private authenticate(): Answer {
    const now = this.double.now();
    const until = new Date(now.getTime() + MINUTES_5);
    const token = Buffer.from(randomUUID()).toString('base64url');
    this.tokens.set(token, until.getTime());
    const header =
      '<s:Header><o:Security s:mustUnderstand="1" xmlns:o="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd">' +
      '<u:Timestamp u:Id="_0" xmlns:u="http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd">' +
      `<u:Created>${now.toISOString()}</u:Created><u:Expires>${until.toISOString()}</u:Expires></u:Timestamp></o:Security></s:Header>`;
    const body = `<AutenticaResponse xmlns="http://DescargaMasivaTerceros.gob.mx"><AutenticaResult>${token}</AutenticaResult></AutenticaResponse>`;
    return envelope(body, header);
  }

  private request(
    method: string,
    given: Readonly<Record<string, string>>,
    rfc: string,
    wrong: string | undefined,
  ): Answer {
    const folio = given['Folio'];
    const wanted: Wanted = {
      metadata: given['TipoSolicitud']?.toUpperCase() === 'METADATA',
      direction: method.endsWith('Recibidos') ? 'recibidos' : method.endsWith('Folio') ? 'folio' : 'emitidos',
      ...{ rfc, from: given['FechaInicial'] ?? '', until: given['FechaFinal'] ?? '' },
      ...(folio !== undefined && { folio }),
      ...(given['EstadoComprobante'] !== undefined && { state: given['EstadoComprobante'] }),
    };
    const said = JSON.stringify(wanted);
    const same = [...this.requests.values()].filter((other) => JSON.stringify(other.wanted) === said);
    const live = same.some(({ looks }) => looks <= this.settings.looks);
    const code = wrong ?? (live ? '5005' : !wanted.metadata && same.length >= 2 ? '5002' : '5000');
    const id = code === '5000' ? randomUUID() : '';
    if (id !== '')
      this.requests.set(id, {
        ...{ rfc, wanted, documents: select(this.books, wanted), at: this.double.now().getTime(), looks: 0 },
      });
    if (id !== '') this.note(wanted);
    return envelope(
      `<${method}Response xmlns="http://DescargaMasivaTerceros.sat.gob.mx">` +
        `<${method}Result IdSolicitud="${id}" RfcSolicitante="${rfc}" CodEstatus="${code}" Mensaje="${code === '5000' ? 'Solicitud Aceptada' : 'Solicitud rechazada'}"/>` +
        `</${method}Response>`,
    );
  }

  private note(wanted: Wanted): void {
    this.taken.push(wanted);
    const waiting = [...this.requests.values()].filter(({ looks }) => looks <= this.settings.looks);
    this.mostWaiting = Math.max(this.mostWaiting, waiting.length);
  }

  private look(id: string, rfc: string, wrong: string | undefined): Answer {
    const request = this.requests.get(id);
    const known = request?.rfc === rfc ? request : undefined;
    if (known) known.looks += 1;
    const { looks, ends } = this.settings;
    const finished = known !== undefined && known.looks > looks;
    const state = !known
      ? 5
      : !finished
        ? known.looks === 1
          ? 1
          : 2
        : (ends?.state ?? (known.documents.length > 0 ? 3 : 5));
    const code =
      finished && ends ? ends.code : !known || (finished && known.documents.length === 0) ? '5004' : '5000';
    const packages = state === 3 ? `<IdsPaquetes>${id.toUpperCase()}_01</IdsPaquetes>` : '';
    return envelope(
      '<VerificaSolicitudDescargaResponse xmlns="http://DescargaMasivaTerceros.sat.gob.mx">' +
        `<VerificaSolicitudDescargaResult CodEstatus="${wrong ?? (known ? '5000' : '5004')}" EstadoSolicitud="${state}" CodigoEstadoSolicitud="${code}"` +
        ` NumeroCFDIs="${finished ? (known?.documents.length ?? 0) : 0}" Mensaje="Solicitud Aceptada">${packages}</VerificaSolicitudDescargaResult>` +
        '</VerificaSolicitudDescargaResponse>',
    );
  }

  private hand(packageId: string, rfc: string, wrong: string | undefined): Answer {
    const request = this.requests.get(packageId.replace(/_\d+$/, '').toLowerCase());
    const found = request?.rfc === rfc && wrong === undefined ? request : undefined;
    const code = wrong ?? (found ? '5000' : '5004');
    const zip = found
      ? pack(packageId, found.documents, found.wanted.metadata, this.double.world).toString('base64')
      : '';
    const space = 'http://DescargaMasivaTerceros.sat.gob.mx';
    return envelope(
      `<RespuestaDescargaMasivaTercerosSalida xmlns="${space}"><Paquete>${zip}</Paquete></RespuestaDescargaMasivaTercerosSalida>`,
      `<s:Header><h:respuesta CodEstatus="${code}" Mensaje="${found ? 'Solicitud Aceptada' : 'No encontrado'}" xmlns:h="${space}" xmlns="${space}"/></s:Header>`,
    );
  }
}

const notAuthenticated = (): Answer =>
  xml(
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>InvalidSecurity</faultcode>' +
      '<faultstring xml:lang="en-US">An error occurred when verifying security for the message.</faultstring></s:Fault></s:Body></s:Envelope>',
    500,
  );
