import { Inject, Injectable } from '@nestjs/common';
import { ok, refuse, type Result } from '#kernel';
import {
  ORGANIZATION_PACS,
  type ManifestAsked,
  type ManifestText,
  type OrganizationDoc,
  type OrganizationPac,
} from '#contracts';
import { CONFIG, type Config } from '#hosting';
import { CommandSender, type CallContext } from '../../commands.js';
import { parseOrganizationDoc } from '../../docs.js';
import { contextOf, type OrganizationCall } from '../caller.js';
import { Organizations } from '../organizations.js';
import { Sealing, type CertificateFiles } from '../sealing.js';
import type { Pacs } from './pacs.dto.js';
import { OrganizationPacs } from './pacs.js';

/** What signs: files that came with the request, or the FIEL that the organization keeps. */
export interface Signature {
  readonly files: CertificateFiles | undefined;
  /** Where the PAC writes to; absent: the organization's support address. */
  readonly email?: string;
}

/** Beside the calls to the PAC: opening the files, and the way there and back. */
const MARGIN_MS = 10_000;

/** The PAC of a path; undefined for a name that none has. */
export const pacNamed = (name: string): OrganizationPac | undefined =>
  ORGANIZATION_PACS.find((pac) => pac === name);

/** The manifests of organizations, signed here. */
@Injectable()
export class OrganizationManifests {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly sealing: Sealing,
    private readonly organizations: Organizations,
    private readonly pacs: OrganizationPacs,
    private readonly sender: CommandSender,
  ) {}

  /** Signs the manifest of a PAC. Refused: organization_not_found, not_found (no such PAC), and as {@link signFor}. */
  async sign(id: string, name: string, signature: Signature, call: OrganizationCall): Promise<Result<Pacs>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const pac = pacNamed(name);
    if (!pac) return noSuchPac();
    return this.signFor(parseOrganizationDoc(known.value), pac, signature, contextOf(id, call));
  }

  /**
   * Signs the manifest of a PAC for an organization. The files are sealed here, before anything carries them; the service that
   * signs opens them, asks the PAC, and forgets them. If a process dies after the PAC has taken the signature, the organization
   * does not know it yet: the same may be asked again, and ends well.
   */
  async signFor(
    doc: OrganizationDoc,
    pac: OrganizationPac,
    { files, email }: Signature,
    context: CallContext,
  ): Promise<Result<Pacs>> {
    const asked = askedOf(doc, pac, email);
    if (!asked.ok) return asked;
    const installed = await this.pacs.installed(doc.id, context);
    if (!installed.ok) return installed;
    const upload = files ? await this.sealing.sealFiles(context, 'manifest', files) : ok(null);
    if (!upload.ok) return upload;
    const data = { ...asked.value, upload: upload.value };
    const signed = await this.sender.send(
      { type: 'stamping.sign-manifest', key: doc.id, data },
      context,
      this.waits(),
    );
    if (!signed.ok) return signed;
    const { certificate } = signed.value.data;
    return this.pacs.put(
      { manifests: { [pac]: { by: 'signed_here', certificate } } },
      installed.value,
      context,
    );
  }

  /** What a manifest says, before it is signed; `files`: the PAC gets the FIEL's files. */
  async read(
    doc: OrganizationDoc,
    pac: OrganizationPac,
    email: string | undefined,
    context: CallContext,
  ): Promise<Result<{ readonly texts: readonly ManifestText[]; readonly files: boolean }>> {
    const asked = askedOf(doc, pac, email);
    if (!asked.ok) return asked;
    const read = await this.sender.send(
      { type: 'stamping.read-manifest', key: doc.id, data: asked.value },
      context,
      this.waits(),
    );
    return read.ok ? ok(read.value.data) : read;
  }

  private waits(): { readonly timeoutMs: number } {
    return { timeoutMs: this.config.pacs.timeoutMs + MARGIN_MS };
  }
}

/** Where a PAC writes to about a manifest; null: nobody has said. */
export const emailFor = (
  { legal, self_invoice }: OrganizationDoc,
  email: string | undefined,
): string | null => email ?? legal.support_email ?? self_invoice.support_email;

export const noSuchPac = () =>
  refuse('not_found', {
    ...{ location: 'params', path: 'pac' },
    params: { values: ORGANIZATION_PACS.join(', ') },
  });

/** Whose manifest it is. Without an RFC nobody can say whether a FIEL is the organization's. */
function askedOf(
  doc: OrganizationDoc,
  pac: OrganizationPac,
  email: string | undefined,
): Result<ManifestAsked> {
  const { tax_id: rfc, legal_name, name, address } = doc.legal;
  if (rfc === null) return refuse('manifesto_not_available', { params: { pac, reason: NO_RFC } });
  const { street, exterior, interior, neighborhood, municipality, city, state, zip } = address;
  const parts = [street, exterior, interior, neighborhood, city, municipality, state, zip];
  return ok({
    ...{ pac, rfc, legal_name: legal_name ?? name },
    address: parts.filter((part) => part !== null && part !== '').join(', '),
    email: emailFor(doc, email),
  });
}

const NO_RFC = {
  es: 'la organización todavía no tiene RFC; suba primero su CSD',
  en: 'the organization has no RFC yet; upload its CSD first',
};
