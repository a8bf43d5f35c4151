import { createHmac } from 'node:crypto';
import { verifyCancelacion } from '#cfdi';
import { centralTime } from '#pac/sandbox/place-of-issue';
import type { LedgerStamp } from '../core/ledger.js';
import type {
  CancelUuid,
  CancellationAnswer,
  EstadoConsulta,
  FolioAnswer,
  SatLink,
} from '../core/sat-link.js';

/** What the tax authority's double knows: documents that PACs delivered, what became of their cancellations. */

export type Acceptance = 'none' | 'required';
type State = 'vigente' | 'en_proceso' | 'rechazada' | 'sin_aceptacion' | 'con_aceptacion' | 'plazo_vencido';

export interface Document {
  readonly stamp: LedgerStamp;
  state: State;
  acceptance: Acceptance;
  cancelledAt?: Date;
  /** Related valid documents stand in the way. */
  notCancelable?: boolean;
  /** Fields of the answer to set, whatever its state says: any row of the table, unknown words, null for nil. */
  override?: Partial<Record<keyof EstadoConsulta, string | null>>;
}

const NOT_FOUND: EstadoConsulta = {
  CodigoEstatus: 'N - 602: Comprobante no encontrado.',
  ...{ EsCancelable: '', Estado: 'No Encontrado', EstatusCancelacion: '', ValidacionEFOS: '' },
};

export class SatBooks implements SatLink {
  readonly documents = new Map<string, Document>();
  /** Whether new documents need their receiver's acceptance. */
  acceptance: Acceptance = 'none';
  /** How long after its stamp a document is seen by status and cancellation. */
  visibleAfterMs = 0;
  /** ValidacionEFOS by the issuer's RFC; 200 for the others. */
  readonly efos = new Map<string, string>();

  constructor(private readonly now: () => Date = () => new Date()) {}

  async receive(stamp: LedgerStamp): Promise<void> {
    this.documents.set(stamp.uuid.toUpperCase(), { stamp, state: 'vigente', acceptance: this.acceptance });
  }

  find(uuid: string): Document | undefined {
    const document = this.documents.get(uuid.toUpperCase());
    if (!document) return undefined;
    const since = this.now().getTime() - Date.parse(document.stamp.at);
    return since >= this.visibleAfterMs ? document : undefined;
  }

  async cancel(xml: string): Promise<CancellationAnswer> {
    const read = verifyCancelacion(xml);
    if (!read.ok) {
      const codEstatus = read.refusal.details?.[0]?.code ?? '301';
      return { codEstatus, rfcEmisor: '', folios: [], acuse: this.acuse('', [], codEstatus) };
    }
    const { rfcEmisor, folios, tipo } = read.value;
    const retencion = tipo !== 'cfdi';
    const answers = folios.map(({ uuid }): FolioAnswer => {
      const estatus = this.cancelOne({ rfcEmisor, uuid });
      return { uuid, estatus: retencion ? `1${estatus}` : estatus };
    });
    return { rfcEmisor, folios: answers, acuse: this.acuse(rfcEmisor, answers, undefined, retencion) };
  }

  async cancelUuid({ rfcEmisor, uuid }: CancelUuid): Promise<CancellationAnswer> {
    const folios = [{ uuid, estatus: this.cancelOne({ rfcEmisor, uuid }) }];
    return { rfcEmisor, folios, acuse: this.acuse(rfcEmisor, folios) };
  }

  private cancelOne({ rfcEmisor, uuid }: { rfcEmisor: string; uuid: string }): string {
    const document = this.find(uuid);
    if (!document) return '205';
    if (document.stamp.emisor !== rfcEmisor) return '203';
    if (document.notCancelable) return '204';
    if (document.state === 'vigente' || document.state === 'rechazada') {
      document.state = document.acceptance === 'required' ? 'en_proceso' : 'sin_aceptacion';
      if (document.state === 'sin_aceptacion') document.cancelledAt = this.now();
      return '201';
    }
    return '202';
  }

  async pending(rfc: string): Promise<readonly string[]> {
    return [...this.documents.values()]
      .filter(({ state, stamp }) => state === 'en_proceso' && stamp.receptor === rfc)
      .map(({ stamp }) => stamp.uuid.toUpperCase());
  }

  async decide(
    uuid: string,
    decision: 'accept' | 'reject' | 'expire',
    receptor?: string,
  ): Promise<'1000' | '1001' | '1002'> {
    const found = this.find(uuid);
    const document = receptor === undefined || found?.stamp.receptor === receptor ? found : undefined;
    const isDecided = document && ['rechazada', 'con_aceptacion', 'plazo_vencido'].includes(document.state);
    if (isDecided) return '1002';
    if (document?.state !== 'en_proceso') return '1001';
    document.state =
      decision === 'accept' ? 'con_aceptacion' : decision === 'expire' ? 'plazo_vencido' : 'rechazada';
    if (decision !== 'reject') document.cancelledAt = this.now();
    return '1000';
  }

  async state(uuid: string): Promise<EstadoConsulta> {
    const document = this.find(uuid);
    return document ? this.stateOf(document) : NOT_FOUND;
  }

  stateOf({ state, acceptance, notCancelable, stamp }: Document): EstadoConsulta {
    const cancelled = {
      sin_aceptacion: 'Cancelado sin aceptación',
      con_aceptacion: 'Cancelado con aceptación',
    };
    const words = { ...cancelled, plazo_vencido: 'Plazo vencido', en_proceso: 'En proceso' };
    const estatus = state === 'vigente' ? '' : state === 'rechazada' ? 'Solicitud rechazada' : words[state];
    const isVigente = state === 'vigente' || state === 'rechazada' || state === 'en_proceso';
    return {
      CodigoEstatus: 'S - Comprobante obtenido satisfactoriamente.',
      EsCancelable: notCancelable
        ? 'No cancelable'
        : acceptance === 'required'
          ? 'Cancelable con aceptación'
          : 'Cancelable sin aceptación',
      ...{ Estado: isVigente ? 'Vigente' : 'Cancelado', EstatusCancelacion: estatus },
      ValidacionEFOS: this.efos.get(stamp.emisor) ?? '200',
    };
  }

  /** The receipt, signed as the tax authority does: by a secret of its own (HMAC with SHA-512). */
  acuse(rfc: string, folios: readonly FolioAnswer[], codEstatus?: string, retencion = false): string {
    const namespace = retencion
      ? 'http://www.sat.gob.mx/esquemas/retencionpago/1'
      : 'http://cancelacfd.sat.gob.mx';
    const fecha = `${centralTime(this.now())}.${String(this.now().getMilliseconds()).padStart(3, '0')}0000`;
    const cod = codEstatus === undefined ? '' : ` CodEstatus="${codEstatus}"`;
    const body = folios
      .map(
        ({ uuid, estatus }) => `<Folios><UUID>${uuid}</UUID><EstatusUUID>${estatus}</EstatusUUID></Folios>`,
      )
      .join('');
    const value = createHmac('sha512', 'doble').update(body).digest('base64');
    const signature =
      '<Signature Id="SelloSAT" xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>' +
      '<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>' +
      '<SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#hmac-sha512"/><Reference URI=""><Transforms>' +
      '<Transform Algorithm="http://www.w3.org/TR/1999/REC-xpath-19991116"><XPath>not(ancestor-or-self::*[local-name()=\'Signature\'])</XPath></Transform>' +
      '</Transforms><DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha512"/>' +
      `<DigestValue>${value}</DigestValue></Reference></SignedInfo><SignatureValue>${value}</SignatureValue>` +
      '<KeyInfo><KeyName>00001088888800000031</KeyName></KeyInfo></Signature>';
    return (
      `<?xml version="1.0" encoding="utf-8"?><Acuse xmlns:xsd="http://www.w3.org/2001/XMLSchema" Fecha="${fecha}"` +
      `${cod} RfcEmisor="${rfc.replaceAll('&', '&amp;')}" xmlns="${namespace}">${body}${signature}</Acuse>`
    );
  }
}
