import { systemNow } from '#kernel';
import { maxAnswerOf } from '../answer-size.js';
import type {
  CancelOutcome,
  CancelRequest,
  DocumentKey,
  FindOutcome,
  StampOutcome,
  StampRequest,
  StatusOutcome,
} from '../port.js';
import type { AnswerOutcome, AnswerRequest, PendingOutcome, PendingRequest } from '../pending-port.js';
import type { PacParts, ProbeOutcome, RealPac, TaxpayerOutcome } from '../real.js';
import { BALANCE_PATH, readBalance, readTaxpayer, taxpayerPath } from './account.js';
import { call, type SwReply } from './call.js';
import { CANCEL_PATHS, readCancellation } from './cancelling.js';
import { ANSWER_PATH, pendingPath, readAnswered, readPending, SW_RFC } from './pending.js';
import { SwManifests } from './manifests.js';
import { xmlPart } from './multipart.js';
import { SwSession } from './session.js';
import type { SwSettings } from './settings.js';
import { customId, readStamp, STAMP_PATHS } from './stamping.js';

/**
 * SW sapien (REST): stamps sealed documents and hands on cancellations that are signed here; no key ever goes there. It cannot
 * be asked for a document by its bytes: asking is sending them again, under the id that is made of them.
 */
export class SwPac implements RealPac {
  readonly name = 'sw';
  readonly capabilities = { find: 'resend', listsPending: true, answersAs: SW_RFC } as const;
  readonly manifests: SwManifests;
  private readonly session: SwSession;
  private readonly now: () => Date;

  constructor(
    private readonly settings: SwSettings,
    private readonly parts: PacParts,
  ) {
    this.now = parts.now ?? systemNow;
    this.session = new SwSession(settings, parts.timeoutMs, this.now);
    this.manifests = new SwManifests(settings, this.session, parts.timeoutMs);
  }

  async stamp({ kind, xml }: StampRequest): Promise<StampOutcome> {
    const reply = await this.post(STAMP_PATHS[kind], xml, { customid: customId(xml) }, maxAnswerOf(xml));
    return readStamp(reply, xml, this.parts, this.now());
  }

  async find(): Promise<FindOutcome> {
    return { kind: 'unavailable', reason: 'SW cannot be asked for a document: it is sent again' };
  }

  async cancel({ kind, xml }: CancelRequest): Promise<CancelOutcome> {
    return readCancellation(await this.post(CANCEL_PATHS[kind], xml), xml, this.now());
  }

  async pendingCancellations({ rfc }: PendingRequest): Promise<PendingOutcome> {
    return readPending(await this.get(`${this.settings.url}${pendingPath(rfc)}`));
  }

  async answerCancellation({ xml }: AnswerRequest): Promise<AnswerOutcome> {
    return readAnswered(await this.post(ANSWER_PATH, xml), xml);
  }

  status(request: DocumentKey): Promise<StatusOutcome> {
    return this.parts.authority.status(request);
  }

  async probe(): Promise<ProbeOutcome> {
    return readBalance(await this.get(`${this.settings.apiUrl}${BALANCE_PATH}`), this.now());
  }

  async taxpayer(rfc: string): Promise<TaxpayerOutcome> {
    return readTaxpayer(await this.get(`${this.settings.url}${taxpayerPath(rfc)}`), rfc);
  }

  private post(
    path: string,
    xml: string,
    more: Readonly<Record<string, string>> = {},
    maxBytes?: number,
  ): Promise<SwReply> {
    const { contentType, body } = xmlPart(xml);
    const url = `${this.settings.url}${path}`;
    return call(
      this.session,
      {
        ...{ method: 'POST', url, headers: { ...more, 'content-type': contentType }, body },
        ...(maxBytes !== undefined && { maxBytes }),
      },
      this.parts.timeoutMs,
    );
  }

  private get(url: string): Promise<SwReply> {
    return call(this.session, { method: 'GET', url }, this.parts.timeoutMs);
  }
}
