import { systemNow } from '#kernel';
import { maxAnswerOf } from '../answer-size.js';
import { send } from '../http.js';
import type {
  CancelOutcome,
  CancelRequest,
  DocumentKey,
  FindOutcome,
  StampOutcome,
  StampRequest,
  StatusOutcome,
  Unavailable,
} from '../port.js';
import type { PendingOutcome, PendingRequest } from '../pending-port.js';
import type { PacParts, ProbeOutcome, RealPac, TaxpayerOutcome } from '../real.js';
import {
  BY_UUID_PATH,
  BY_UUID_SERVICE,
  HEALTH_PATH,
  NO_UUID,
  readAccount,
  readHealth,
  readTaxpayer,
  TAXPAYER_PATH,
  TAXPAYER_SERVICES,
} from './account.js';
import { callRest, callSoap } from './call.js';
import { CANCEL_SERVICE, readCancellation } from './cancelling.js';
import { Login } from './login.js';
import { ProdigiaManifests } from './manifests.js';
import { PENDING_SERVICE, readPending } from './pending.js';
import type { ProdigiaSettings } from './settings.js';
import { readStamp, STAMP_OPTIONS, STAMP_SERVICE, stampPath } from './stamping.js';

/** Its documentation has no service for them, and says nothing of the one that there is. */
const NO_RETENTIONS: Unavailable = {
  kind: 'unavailable',
  reason: 'retentions are not supported by this adapter',
};
const AS_JSON = ['opciones', 'RESPUESTA_JSON'] as const;

/**
 * Prodigia (PADE, REST): stamps sealed documents, and hands on cancellations that are signed here (SOAP); no key ever goes there. It
 * cannot be asked for a document by its bytes: asking is sending them again. Retentions are certainly not taken.
 */
export class ProdigiaPac implements RealPac {
  readonly name = 'prodigia';
  readonly capabilities = { find: 'resend', listsPending: true } as const;
  readonly manifests: ProdigiaManifests;
  private readonly login = new Login();
  private readonly now: () => Date;

  constructor(
    private readonly settings: ProdigiaSettings,
    private readonly parts: PacParts,
  ) {
    this.now = parts.now ?? systemNow;
    this.manifests = new ProdigiaManifests(settings, parts);
  }

  async stamp({ kind, xml }: StampRequest): Promise<StampOutcome> {
    if (kind === 'retencion') return NO_RETENTIONS;
    const reply = await callRest(this.settings, this.login, {
      ...{ method: 'POST', path: stampPath(this.settings.url, this.parts.sandbox), body: xml },
      query: STAMP_OPTIONS.map((option) => ['opciones', option]),
      ...{ service: STAMP_SERVICE, timeoutMs: this.parts.timeoutMs, maxBytes: maxAnswerOf(xml) },
    });
    return readStamp(reply, xml, this.parts, this.now());
  }

  async find(): Promise<FindOutcome> {
    return { kind: 'unavailable', reason: 'Prodigia cannot be asked for a document: it is sent again' };
  }

  async cancel({ kind, xml }: CancelRequest): Promise<CancelOutcome> {
    if (kind === 'retencion') return NO_RETENTIONS;
    const reply = await callSoap(this.settings, this.login, {
      method: 'cancelarConOpciones',
      fields: [['opciones', `XML_CANCELACION:${Buffer.from(xml).toString('base64')}`]],
      ...{ service: CANCEL_SERVICE, timeoutMs: this.parts.timeoutMs },
    });
    return readCancellation(reply, xml, this.now());
  }

  /** It is not answered through it: the one documented service for answers takes the CSD with its key. */
  async pendingCancellations({ rfc }: PendingRequest): Promise<PendingOutcome> {
    const reply = await callSoap(this.settings, this.login, {
      ...{ method: 'consultarPeticionesPendientes', fields: [['rfcReceptor', rfc]] },
      ...{ service: PENDING_SERVICE, timeoutMs: this.parts.timeoutMs },
    });
    return readPending(reply);
  }

  status(request: DocumentKey): Promise<StatusOutcome> {
    return this.parts.authority.status(request);
  }

  /** Whether it is open, and then whether it takes the account. */
  async probe(): Promise<ProbeOutcome> {
    // What needs a person is said each time, and costs no log-in.
    if (this.login.refusal) return this.login.refusal;
    const { timeoutMs } = this.parts;
    const url = `${this.settings.url}${HEALTH_PATH}`;
    const trouble = readHealth(await send({ method: 'GET', url, timeoutMs }));
    if (trouble) return trouble;
    const reply = await callRest(this.settings, this.login, {
      ...{ method: 'GET', path: BY_UUID_PATH, query: [['uuid', NO_UUID], AS_JSON] },
      ...{ service: BY_UUID_SERVICE, timeoutMs },
    });
    return readAccount(reply, this.now());
  }

  async taxpayer(rfc: string): Promise<TaxpayerOutcome> {
    const reply = await callRest(this.settings, this.login, {
      ...{ method: 'GET', path: TAXPAYER_PATH, query: [['busqueda', rfc], ['rfc', rfc], AS_JSON] },
      ...{ service: TAXPAYER_SERVICES, timeoutMs: this.parts.timeoutMs },
    });
    return readTaxpayer(reply);
  }
}
