import { systemNow } from '#kernel';
import {
  shownText,
  type ManifestOutcome,
  type ManifestReader,
  type ManifestRequest,
  type ManifestTexts,
  type SignsManifests,
} from '../manifest.js';
import type { PacParts } from '../real.js';
import { textOf, type SoapNode } from '../soap/read.js';
import type { SoapFields } from '../soap/write.js';
import { call, type FinkokReply } from './call.js';
import { Deadline } from './deadline.js';
import type { FinkokSettings } from './settings.js';
import { signDocument } from './signed-document.js';

interface Contracts {
  readonly kind: 'contracts';
  readonly contract: string;
  readonly privacy: string;
}

/**
 * Finkok's manifest (a service of Quadrum's): it hands out the contract and the notice of privacy of an issuer, takes both signed
 * with the FIEL, and never sees the key. It knows who asks by the integrator's number (snid) alone.
 */
export class FinkokManifests implements SignsManifests {
  readonly signsWith = 'here';
  private readonly now: () => Date;

  constructor(
    private readonly settings: FinkokSettings,
    private readonly parts: Pick<PacParts, 'timeoutMs' | 'now'>,
  ) {
    this.now = parts.now ?? systemNow;
  }

  async sign({ fiel, contact }: ManifestRequest): Promise<ManifestOutcome> {
    const deadline = new Deadline(this.parts.timeoutMs);
    const { rfc, nombre } = fiel;
    const found = await this.contracts({ rfc, nombre, contact, text: undefined }, deadline);
    if (found.kind !== 'contracts') return found;
    const [privacy, contract] = await Promise.all(
      [found.privacy, found.contract].map((text) => signDocument(text, fiel, this.now())),
    );
    const reply = await this.post('sign_contract', deadline, (snid) => [
      ['snid', snid],
      ['privacy_xml', base64(privacy)],
      ['contract_xml', base64(contract)],
    ]);
    if (reply.kind !== 'reply') return reply;
    return isTrue(reply.result) ? { kind: 'signed' } : refused(reply.result);
  }

  async read(reader: ManifestReader): Promise<ManifestTexts> {
    const found = await this.contracts(reader, new Deadline(this.parts.timeoutMs));
    if (found.kind !== 'contracts') return found;
    const { contract, privacy } = found;
    const texts = [
      { title: 'Contrato de servicio', text: contract },
      { title: 'Aviso de privacidad', text: privacy },
    ];
    return { kind: 'texts', texts };
  }

  /** Both texts. Nothing is signed by asking for them. */
  private async contracts(
    { rfc, nombre, contact: { address, email } }: ManifestReader,
    deadline: Deadline,
  ): Promise<Contracts | Exclude<ManifestTexts, { kind: 'texts' | 'none' }>> {
    if (this.settings.snid === undefined) return NO_SNID;
    if (email === undefined) return { kind: 'needs_email' };
    const reply = await this.post('get_contracts_snid', deadline, (snid) => [
      ['snid', snid],
      ['taxpayer_id', rfc],
      ['name', nombre],
      ['address', address],
      ['email', email],
    ]);
    if (reply.kind === 'unknown') return { ...reply, kind: 'unavailable', trouble: 'maintenance' };
    if (reply.kind !== 'reply') return reply;
    const { result } = reply;
    const [contract, privacy] = [textIn(result, 'contract'), textIn(result, 'privacy')];
    if (!isTrue(result)) return refused(result);
    if (contract === undefined || privacy === undefined)
      return { kind: 'unavailable', reason: 'Finkok: the contracts cannot be read', trouble: 'maintenance' };
    return { kind: 'contracts', contract, privacy };
  }

  private async post(
    method: string,
    deadline: Deadline,
    fieldsOf: (snid: string) => SoapFields,
  ): Promise<FinkokReply | typeof NO_SNID> {
    const { manifestUrl, snid } = this.settings;
    if (snid === undefined || manifestUrl === undefined) return NO_SNID;
    const timeoutMs = deadline.left();
    // The number is what lets anybody in: it is in no reason that is logged.
    const settings = { ...this.settings, url: manifestUrl, password: snid };
    return call(settings, { service: 'firmar', method, fields: fieldsOf(snid), timeoutMs });
  }
}

const NO_SNID = { kind: 'not_configured', setting: 'TIMBRA_FINKOK_SNID' } as const;

const base64 = (text = ''): string => Buffer.from(text).toString('base64');

const isTrue = (result: SoapNode): boolean => /^(?:true|1)$/i.test(textOf(result, 'success') ?? '');

/** Of base64; undefined for what says nothing. */
function textIn(result: SoapNode, name: string): string | undefined {
  const text = Buffer.from(textOf(result, name) ?? '', 'base64').toString('utf8');
  return text.trim() === '' ? undefined : text;
}

const refused = (result: SoapNode): { readonly kind: 'refused'; readonly message: string } => ({
  kind: 'refused',
  message: shownText(textOf(result, 'message') ?? textOf(result, 'error') ?? 'Finkok no dijo por qué.'),
});
