import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { cancelacionXml, estadoCancelacion, type PrintedReceptor } from '#cfdi';
import type { Result } from '#kernel';
import type { Command, FiscalDocument } from '#contracts';
import {
  Pacs,
  type CancelOutcome,
  type DocumentKey,
  type DocumentKind,
  type PacAccount,
  type PacDirectory,
  type StatusOutcome,
} from '#pac';
import { type ContentStore } from '#eventing';
import { SIGNER, type Signer } from '#fiscal';
import { CONTENTS } from '#hosting';
import { localDateTime } from '#sat';
import { meaningOf } from './answers.js';
import { cancelingPac } from './canceling-pac.js';
import type { Requested } from './cancellation.js';
import { codeFor } from './codes.js';
import type { Answer } from './decide.js';

type Seen = Extract<StatusOutcome, { kind: 'status' }>;

/** The tax authority's clock, by which its receipts are dated too. */
const SAT_ZONE = 'America/Mexico_City';

/**
 * The tax authority as a cancellation meets it: requests through the PAC that stamped, their status from its own service, and
 * receipts.
 */
@Injectable()
export class TaxAuthority {
  constructor(
    @Inject(Pacs) private readonly pacs: PacDirectory,
    @Inject(SIGNER) private readonly signer: Signer,
    @Inject(CONTENTS) private readonly contents: ContentStore,
  ) {}

  /** How it has a document. */
  status(command: Command, document: FiscalDocument): Promise<StatusOutcome> {
    const key = documentKey(command, document);
    return this.pacs.authorityOf(key.account, document.pac).status(key);
  }

  /** Sends a request, always under the same id. */
  async request(command: Command, state: Requested): Promise<Answer> {
    const signed = await this.sign(command, state);
    if (!signed.ok)
      return {
        kind: 'refused',
        code: codeFor(state.document, signed.refusal.code),
        details: signed.refusal.details ?? [],
      };
    const requestId = `${command.key}.${state.number}`;
    const account = accountOf(command);
    const found = await cancelingPac(this.pacs, account, state.document.pac);
    if (found.kind === 'none') return { kind: 'no-answer', reason: found.reason };
    const kind = kindOf(state.document);
    const outcome = await found.pac.cancel({ kind, requestId, account, xml: signed.value });
    return this.answerOf(command, state, outcome);
  }

  /** The status of a request that the tax authority has. */
  async answerOfStatus(command: Command, state: Requested, status: Seen): Promise<Answer> {
    const found = estadoCancelacion(status, true);
    const receiptKey = await this.keepReceipt(command, state.document.uuid, status.acuse);
    return { kind: 'status', status: found === 'none' ? 'verifying' : found, receiptKey };
  }

  /** The tax authority's receipt, verbatim, and once however often it is handed out: its key is made of it. */
  async keepReceipt(command: Command, uuid: string, acuse: string | undefined): Promise<string | null> {
    if (acuse === undefined || acuse === '') return null;
    const key = `acuse/${uuid}/${createHash('sha256').update(acuse).digest('hex').slice(0, 16)}.xml`;
    await this.contents.put(command.tenant, key, Buffer.from(acuse));
    return key;
  }

  /** The request as the tax authority takes it, signed by the certificate of the document's issuer. */
  private async sign(command: Command, state: Requested): Promise<Result<string>> {
    const { uuid, issuer_rfc: rfcEmisor } = state.document;
    const csd = await this.signer.ofRfc(command.tenant, rfcEmisor);
    if (!csd.ok) return csd;
    const substituted = state.substitution !== null && { folioSustitucion: state.substitution };
    const folios = [{ uuid, motivo: state.motive, ...substituted }];
    const fecha = localDateTime(new Date(command.time), SAT_ZONE);
    const tipo = state.document.kind === 'retention' ? 'retenciones' : 'cfdi';
    return cancelacionXml({ tipo, rfcEmisor, fecha, folios }, csd.value);
  }

  private async answerOf(command: Command, state: Requested, outcome: CancelOutcome): Promise<Answer> {
    switch (outcome.kind) {
      case 'accepted':
      case 'pending':
      case 'verifying': {
        const receiptKey = await this.keepReceipt(command, state.document.uuid, outcome.acuse);
        if (!command.tenant.livemode) return { kind: 'status', status: outcome.kind, receiptKey };
        return this.answerAsPresented(command, state, receiptKey);
      }
      case 'refused': {
        const meaning = meaningOf(outcome, state.document, new Date(command.time));
        if (meaning.kind === 'before') return this.answerAsBefore(command, state);
        return meaning.kind === 'again' ? { ...meaning, kind: 'no-answer' } : meaning;
      }
      case 'unavailable':
      case 'unknown':
        return { kind: 'no-answer', reason: outcome.reason };
    }
  }

  /**
   * In Live a request that was taken (201) was presented, and no more: the tax authority's status says what became of it.
   * Until that shows it, or where it cannot be asked, the request is being verified.
   */
  private async answerAsPresented(
    command: Command,
    state: Requested,
    receiptKey: string | null,
  ): Promise<Answer> {
    const status = await this.status(command, state.document);
    const found = status.kind === 'status' ? estadoCancelacion(status, true) : 'verifying';
    // Of an earlier request: what this one comes to is not shown yet.
    const old = state.number > 1 && (found === 'rejected' || found === 'expired');
    return { kind: 'status', status: old || found === 'none' ? 'verifying' : found, receiptKey };
  }

  /**
   * The tax authority had a request for the document before, ours or one made elsewhere: its status shows the outcome.
   */
  private async answerAsBefore(command: Command, state: Requested): Promise<Answer> {
    const status = await this.status(command, state.document);
    if (status.kind === 'unavailable') return { kind: 'no-answer', reason: status.reason };
    return this.answerOfStatus(command, state, status);
  }
}

const accountOf = ({ tenant }: Command): PacAccount => ({
  organizationId: tenant.organizationId,
  livemode: tenant.livemode,
});

const kindOf = ({ kind }: FiscalDocument): DocumentKind =>
  kind === 'retention' ? 'retencion' : 'comprobante';

const receptorOf = ({ receiver_rfc: rfc, receiver_number: number }: FiscalDocument): PrintedReceptor =>
  number === undefined ? { rfc } : { numRegIdTrib: number === '' ? undefined : number };

const documentKey = (command: Command, document: FiscalDocument): DocumentKey => ({
  kind: kindOf(document),
  account: accountOf(command),
  uuid: document.uuid,
  rfcEmisor: document.issuer_rfc,
  receptor: receptorOf(document),
  total: document.total,
  selloTail: document.sello_tail,
});
