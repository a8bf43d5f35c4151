import { setTimeout as pause } from 'node:timers/promises';
import { parseCancelacion } from '#cfdi';
import { systemNow } from '#kernel';
import { maxAnswerOf } from '../answer-size.js';
import { judgeStamped } from '../judge-stamped.js';
import type {
  CancelOutcome,
  CancelRequest,
  DocumentKey,
  DocumentKind,
  FindOutcome,
  FindRequest,
  PacAccount,
  StampOutcome,
  StampRequest,
  StatusOutcome,
  Unavailable,
} from '../port.js';
import type { AnswerOutcome, AnswerRequest, PendingOutcome, PendingRequest } from '../pending-port.js';
import type { PacParts, ProbeOutcome, RealPac } from '../real.js';
import { textOf } from '../soap/read.js';
import type { SoapFields } from '../soap/write.js';
import { readCredit, readDatetime, readRegistration } from './account.js';
import { call, type FinkokReply, type FinkokService } from './call.js';
import { CANCEL_SERVICES, readCancellation, receiptOf } from './cancelling.js';
import { Deadline } from './deadline.js';
import { issuerOf, Issuers, type Registration } from './issuers.js';
import { FinkokManifests } from './manifests.js';
import { readAnswered, readPending } from './pending.js';
import type { FinkokSettings } from './settings.js';
import { FINKOK_RFC, readFound, readStamp, STAMP_SERVICES, type Verify } from './stamping.js';

/** Tries to get a stamp that Finkok says it made (307) and does not hand out, and how they are spread over the time-out. */
const ASKS = 10;
const ASK_MS = 3_000;
const SPREAD = 2 * ASKS;
/** A receipt is welcome: the status of a document does not wait for it any longer. */
const RECEIPT_MS = 10_000;
/** On demand: an issuer without a credit of its own. */
const ON_DEMAND = 'O';
const NO_CREDENTIALS: Unavailable = {
  ...{ kind: 'unavailable', reason: 'there are no credentials for Finkok', trouble: 'account' },
};

/**
 * Finkok (SOAP): stamps sealed documents and hands on cancellations that are signed here; no key ever goes there. Asked by the
 * sealed bytes, it says whether it stamped them (`stamped`).
 */
export class FinkokPac implements RealPac {
  readonly name = 'finkok';
  readonly capabilities = { find: 'query', listsPending: true, answersAs: FINKOK_RFC } as const;
  readonly manifests: FinkokManifests;
  private readonly now: () => Date;
  private readonly issuers = new Issuers();

  constructor(
    private readonly settings: FinkokSettings,
    private readonly parts: PacParts,
  ) {
    this.now = parts.now ?? systemNow;
    this.manifests = new FinkokManifests(settings, parts);
  }

  /** An issuer that the account does not know (702) is registered, once, and the document sent again: it was surely not stamped. */
  async stamp(request: StampRequest): Promise<StampOutcome> {
    const deadline = new Deadline(this.parts.timeoutMs);
    const first = await this.stampOnce(request, deadline);
    if (first.kind !== 'unavailable' || first.trouble !== 'issuer' || deadline.left() === 0) return first;
    const rfc = issuerOf(request.kind, request.xml);
    const registration = await this.issuers.register(rfc, this.now, () => this.register(rfc, deadline));
    return registration === 'added' && deadline.left() > 0 ? this.stampOnce(request, deadline) : first;
  }

  private async stampOnce({ kind, xml, account }: StampRequest, deadline: Deadline): Promise<StampOutcome> {
    const verify = this.verifier(xml);
    const reply = await this.sendDocument('stamp', kind, xml, deadline.left());
    const read = await readStamp(reply, verify);
    if (read.kind === 'stamped' && !read.duplicate)
      this.issuers.note(account.organizationId, issuerOf(kind, xml));
    return read.kind === 'ask' ? this.askFor({ kind, xml }, verify, deadline) : read;
  }

  /** Stamped before, so whatever is said now but the stamp itself leaves it unknown. */
  private async askFor(
    { kind, xml }: Pick<StampRequest, 'kind' | 'xml'>,
    verify: Verify,
    deadline: Deadline,
  ): Promise<StampOutcome> {
    let said = 'Finkok: 307, and the stamp is not handed out';
    for (let tries = 0; tries < ASKS && deadline.left() > 0; tries += 1) {
      const reply = await this.sendDocument('stamped', kind, xml, deadline.left());
      const found = await readFound(reply, verify);
      if (found.kind === 'found') return { kind: 'stamped', timbre: found.timbre, duplicate: true };
      if (found.kind === 'unavailable') said = `Finkok: 307, and asked for the stamp: ${found.reason}`;
      await pause(Math.min(ASK_MS, this.parts.timeoutMs / SPREAD, deadline.left()));
    }
    return { kind: 'unknown', reason: said };
  }

  async find({ kind, xml }: FindRequest): Promise<FindOutcome> {
    const reply = await this.sendDocument('stamped', kind, xml, this.parts.timeoutMs);
    return readFound(reply, this.verifier(xml));
  }

  async cancel({ kind, xml }: CancelRequest): Promise<CancelOutcome> {
    const asked = parseCancelacion(xml);
    const uuid = asked.ok ? asked.value.folios[0]?.uuid.toUpperCase() : undefined;
    if (!asked.ok || uuid === undefined)
      return { kind: 'refused', code: '301', message: 'La solicitud no puede leerse.', source: 'pac' };
    const deadline = new Deadline(this.parts.timeoutMs);
    const reply = await this.post(CANCEL_SERVICES[kind], 'cancel_signature', deadline.left(), (login) => [
      ...[['xml', base64(xml)] as const, ...login],
      ['store_pending', 'false'],
    ]);
    if (reply.kind !== 'reply') return reply;
    const read = readCancellation(reply.result, { kind, uuid }, this.now());
    if (read.kind !== 'receipt') return read;
    const acuse = await this.receipt(asked.value.rfcEmisor, uuid, deadline.left());
    // Presented: without its receipt there is nothing to keep, and the status service tells what became of it.
    return acuse === undefined
      ? { kind: 'unknown', reason: 'Finkok: presented to the SAT, and the receipt is not to be had' }
      : { kind: 'verifying', acuse, at: this.now().toISOString() };
  }

  async pendingCancellations({ rfc }: PendingRequest): Promise<PendingOutcome> {
    const { timeoutMs } = this.parts;
    return readPending(
      await this.post('cancel', 'get_pending', timeoutMs, (login) => [['rtaxpayer_id', rfc], ...login]),
    );
  }

  async answerCancellation({ xml }: AnswerRequest): Promise<AnswerOutcome> {
    const { timeoutMs } = this.parts;
    const fields = (login: SoapFields): SoapFields => [['xml', base64(xml)], ...login];
    return readAnswered(await this.post('cancel', 'accept_reject_signature', timeoutMs, fields), xml);
  }

  /** The tax authority's, and of a cancelled document the receipt that Finkok keeps. */
  async status(key: DocumentKey): Promise<StatusOutcome> {
    const status = await this.parts.authority.status(key);
    if (status.kind !== 'status' || status.estado !== 'Cancelado' || status.acuse !== undefined)
      return status;
    const timeoutMs = Math.min(RECEIPT_MS, this.parts.timeoutMs);
    const acuse = await this.receipt(key.rfcEmisor, key.uuid.toUpperCase(), timeoutMs);
    return acuse === undefined ? status : { ...status, acuse };
  }

  /** Its clock; and the credit of the issuer that this account has last stamped for. */
  async probe({ organizationId }: PacAccount): Promise<ProbeOutcome> {
    const since = this.now().getTime();
    const { timeoutMs } = this.parts;
    const reply = await this.post('utilities', 'datetime', timeoutMs, (login) => login);
    const probe = readDatetime(reply, new Date((since + this.now().getTime()) / 2));
    const rfc = this.issuers.of(organizationId);
    if (probe.kind !== 'well' || rfc === undefined) return probe;
    const stampsLeft = readCredit(
      await this.post('utilities', 'report_credit', timeoutMs, (login) => [...login, ['taxpayer_id', rfc]]),
    );
    return { ...probe, ...(stampsLeft !== undefined && { stampsLeft }) };
  }

  private async register(rfc: string, deadline: Deadline): Promise<Registration> {
    const { user, password } = this.settings;
    if (rfc === '' || user === undefined || password === undefined) return 'unanswered';
    const fields: SoapFields = [
      ['reseller_username', user],
      ['reseller_password', password],
      ['taxpayer_id', rfc],
      ['type_user', ON_DEMAND],
    ];
    const timeoutMs = deadline.left();
    return readRegistration(
      await call(this.settings, { service: 'registration', method: 'add', fields, timeoutMs }),
    );
  }

  /** The newest receipt of a cancellation (`type` C); undefined where there is none to be had. */
  private async receipt(rfc: string, uuid: string, timeoutMs: number): Promise<string | undefined> {
    if (timeoutMs === 0) return undefined;
    const reply = await this.post('cancel', 'get_receipt', timeoutMs, (login) => [
      ...login,
      ['taxpayer_id', rfc],
      ['uuid', uuid],
      ['type', 'C'],
    ]);
    return reply.kind === 'reply' ? receiptOf(textOf(reply.result, 'receipt'), uuid)?.xml : undefined;
  }

  private sendDocument(
    method: 'stamp' | 'stamped',
    kind: DocumentKind,
    xml: string,
    timeoutMs: number,
  ): Promise<FinkokReply> {
    const fields = (login: SoapFields): SoapFields => [['xml', base64(xml)], ...login];
    return this.post(STAMP_SERVICES[kind], method, timeoutMs, fields, maxAnswerOf(xml));
  }

  private async post(
    service: FinkokService,
    method: string,
    timeoutMs: number,
    fieldsOf: (login: SoapFields) => SoapFields,
    maxBytes?: number,
  ): Promise<FinkokReply> {
    const { user, password } = this.settings;
    if (user === undefined || password === undefined) return NO_CREDENTIALS;
    const fields = fieldsOf([
      ['username', user],
      ['password', password],
    ]);
    return call(this.settings, { service, method, fields, timeoutMs, ...(maxBytes && { maxBytes }) });
  }

  private verifier(xml: string): Verify {
    return ({ xml: stamped, uuid }) =>
      judgeStamped({ xml, stamped, uuid, rfc: FINKOK_RFC }, this.parts, this.now());
  }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
