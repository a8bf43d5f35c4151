import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { findRespuestaCode, respuestaXml, type Respuesta } from '#cfdi';
import { ok, refuse, type Refusal, type Result } from '#kernel';
import type { CommandBus } from '#bus';
import type { Command, PetitionAnswer, PetitionContext, ReceivedDocument } from '#contracts';
import type { ContentStore } from '#eventing';
import { SIGNER, type Signer, type SigningCertificate } from '#fiscal';
import { BUS, CONTENTS } from '#hosting';
import { Pace, Pacs, type Pac, type PacAccount, type PacDirectory, type PendingCancellation } from '#pac';
import { localDateTime } from '#sat';
import type { Found, SentAnswer } from './decide.js';
import type { KnownPetition, OpenAnswer } from './petition.js';

/** What a PAC told of the petitions that wait, or why nobody could tell. */
export type ListedByPac =
  | { readonly kind: 'listed'; readonly pac: string; readonly requests: readonly PendingCancellation[] }
  | { readonly kind: 'silent'; readonly reason: string };

/** What the SAT or a PAC made of an answer, before it is known whether it was the first one. */
export type Sending =
  | { readonly kind: 'taken'; readonly receiptKey: string | null }
  /** Nothing waits for an answer (any more), or something has answered it. */
  | { readonly kind: 'settled'; readonly code: string; readonly message: string }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly source: 'pac' | 'sat';
    }
  /** Certainly not presented. */
  | { readonly kind: 'unavailable'; readonly reason: string }
  | { readonly kind: 'unknown'; readonly reason: string };

/** The receiver's clock, by which the SAT dates answers too. */
const SAT_ZONE = 'America/Mexico_City';
const WORDS: Readonly<Record<PetitionAnswer, Respuesta>> = { accept: 'Aceptacion', reject: 'Rechazo' };
const NONE_LISTS = 'no PAC of the organization can list cancellation requests now';
const NONE_ANSWERS = 'no PAC of the organization can present answers now';

/** The tax authority's own service is asked once a second, and nobody waits long for a turn. */
const PACE = { gapMs: 1_000, longestMs: 10_000 };

/** The tax authority as a receiver meets it, through the organization's PACs: what waits, signed answers, and how a document is. */
@Injectable()
export class ReceiverSide {
  private readonly pace = new Pace(PACE);

  constructor(
    @Inject(Pacs) private readonly pacs: PacDirectory,
    @Inject(SIGNER) private readonly signer: Signer,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    @Inject(BUS) private readonly bus: CommandBus,
  ) {}

  /** The organization, and what it has of these documents; null for one that is not there any more. */
  async context(command: Command, uuids: readonly string[]): Promise<Result<PetitionContext | null>> {
    const { tenant, actor, correlationId, time } = command;
    const id = randomUUID();
    const envelope = { id, key: id, tenant, actor, correlationId, time };
    const answer = await this.bus.send({ ...envelope, type: 'gateway.petition-context', data: { uuids } });
    return answer.ok ? ok(answer.value.data) : answer;
  }

  /** Asks the first PAC of the organization's order that can tell. */
  async list(command: Command, rfc: string): Promise<ListedByPac> {
    const account = accountOf(command);
    let reason = NONE_LISTS;
    for (const pac of await this.pacs.orderOf(account)) {
      if (pac.capabilities.listsPending !== true) continue;
      const outcome = await pac.pendingCancellations?.({ account, rfc });
      if (outcome?.kind === 'listed') return { kind: 'listed', pac: pac.name, requests: outcome.requests };
      if (outcome) ({ reason } = outcome);
    }
    return { kind: 'silent', reason };
  }

  /** Whether somebody could present an answer: asked before one is begun. */
  async canAnswer(command: Command): Promise<boolean> {
    return (await this.answering(command)).length > 0;
  }

  /** The receiver's CSD. Refuses organization_incomplete where there is none, or one that is not in force. */
  async certificate(
    command: Command,
    rfc: string,
    receiver: PetitionContext['receiver'],
  ): Promise<Result<SigningCertificate>> {
    const { tenant } = command;
    const kept = await this.signer.ofRfc(tenant, rfc);
    if (kept.ok || kept.refusal.code !== 'invoice_cancellation_rfc_mismatch') return kept;
    // In Test its first document makes the certificate, which may not have been yet.
    if (!tenant.livemode && receiver?.rfc === rfc) return this.signer.current(tenant, receiver);
    return refuse('organization_incomplete');
  }

  /** Presents an answer through the first PAC that takes it. What was certainly not presented goes to the next. */
  async send(
    command: Command,
    petition: KnownPetition,
    { answer, startedAt }: OpenAnswer,
    certificate: SigningCertificate,
  ): Promise<Sending> {
    let reason = NONE_ANSWERS;
    for (const { pac, rfc: rfcPac } of await this.answering(command)) {
      const signed = await respuestaXml(
        {
          ...{ rfcReceptor: petition.receiverRfc, rfcPac },
          // Of when it was begun: sent again, it has the same bytes.
          fecha: localDateTime(new Date(startedAt), SAT_ZONE),
          folios: [{ uuid: petition.uuid, respuesta: WORDS[answer] }],
        },
        certificate,
      );
      if (!signed.ok) return refusedHere(signed.refusal);
      const outcome = await pac.answerCancellation?.({ account: accountOf(command), xml: signed.value });
      if (outcome === undefined) continue;
      if (outcome.kind === 'taken')
        return { kind: 'taken', receiptKey: await this.keepReceipt(command, petition.uuid, outcome.acuse) };
      if (outcome.kind === 'unknown') return outcome;
      if (outcome.kind === 'refused') {
        const { code, message, source } = outcome;
        const meaning = findRespuestaCode(code)?.efecto;
        if (meaning === 'previa' || meaning === 'sin-peticion') return { kind: 'settled', code, message };
        return meaning === 'reintentar'
          ? { kind: 'unavailable', reason: message }
          : { kind: 'refused', code, message, source };
      }
      ({ reason } = outcome);
    }
    return { kind: 'unavailable', reason };
  }

  /** How the SAT says that a petition was decided; null: it does not say so, or cannot be asked. */
  async found(command: Command, received: ReceivedDocument | null): Promise<Found> {
    if (received === null) return null;
    const account = accountOf(command);
    if (account.livemode && !(await this.pace.turn())) return null;
    const {
      uuid,
      issuer_rfc: rfcEmisor,
      receiver_rfc: rfc,
      total,
      sello_tail: selloTail,
      pac,
    } = received.document;
    const status = await this.pacs.authorityOf(account, pac).status({
      ...{ kind: 'comprobante', account, uuid, rfcEmisor, receptor: { rfc }, total, selloTail },
    });
    if (status.kind !== 'status') return null;
    const { estado, estatusCancelacion } = status;
    if (estado === 'Cancelado') return estatusCancelacion === 'Plazo vencido' ? 'expired' : 'accepted';
    return estado === 'Vigente' && estatusCancelacion === 'Solicitud rechazada' ? 'rejected' : null;
  }

  private async answering(command: Command): Promise<readonly { pac: Pac; rfc: string }[]> {
    const order = await this.pacs.orderOf(accountOf(command));
    return order.flatMap((pac) => {
      const { answersAs: rfc } = pac.capabilities;
      return rfc === undefined ? [] : [{ pac, rfc }];
    });
  }

  private async keepReceipt(
    command: Command,
    uuid: string,
    acuse: string | undefined,
  ): Promise<string | null> {
    if (acuse === undefined || acuse === '') return null;
    const print = createHash('sha256').update(acuse).digest('hex').slice(0, 16);
    const key = `acuse/${uuid}/answer-${print}.xml`;
    await this.contents.put(command.tenant, key, Buffer.from(acuse));
    return key;
  }
}

/** What an answer that was refused leaves. */
export const refusalOf = (code: string, message: string, source: 'pac' | 'sat'): SentAnswer => ({
  kind: 'refused',
  code: 'cancellation_request_answer_failed',
  details: [{ code, message, source }],
});

const refusedHere = ({ code }: Refusal): Sending => ({ kind: 'refused', code, message: code, source: 'pac' });

const accountOf = ({ tenant }: Command): PacAccount => ({
  organizationId: tenant.organizationId,
  livemode: tenant.livemode,
});
