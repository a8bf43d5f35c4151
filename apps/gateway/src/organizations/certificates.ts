import { Inject, Injectable } from '@nestjs/common';
import type pg from 'pg';
import { ok, refuse, type Result } from '#kernel';
import { invoicesReadModel, organizationsReadModel, type CertificateKind } from '#contracts';
import { POOL } from '#hosting';
import { CommandSender, type CallContext } from '../commands.js';
import { contextOf, type OrganizationCall } from './caller.js';
import type { FoundOnboardingLink } from './onboarding-links.js';
import { Organizations } from './organizations.js';
import { Sealing, type CertificateFiles } from './sealing.js';

const readModel = organizationsReadModel;

/** Each part has an index of its own: invoices_uuid and invoices_status. */
const STAMPED_LIVE = `SELECT
  EXISTS (SELECT FROM ${invoicesReadModel.table} WHERE organization_id = $1 AND livemode AND uuid IS NOT NULL
    AND issuer_type = 'issuing')
  OR EXISTS (SELECT FROM ${invoicesReadModel.table}
    WHERE organization_id = $1 AND livemode AND status = 'pending' AND NOT hidden) AS stamped`;

/** The certificates of organizations for the API. Each answers the organization as it is then, as JSON text. */
@Injectable()
export class OrganizationCertificates {
  constructor(
    @Inject(POOL) private readonly pool: pg.Pool,
    private readonly sealing: Sealing,
    private readonly organizations: Organizations,
    private readonly sender: CommandSender,
  ) {}

  /**
   * Takes an uploaded certificate into use. Its files are sealed here, before anything carries or stores them; the service that
   * signs opens and keeps them, and then the organization uses the certificate. If the process dies in between, it lies there
   * without effect: the same upload may come again.
   */
  async set(
    id: string,
    kind: CertificateKind,
    files: CertificateFiles,
    call: OrganizationCall,
  ): Promise<Result<string>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const taken = await this.take(kind, files, contextOf(id, call));
    return taken.ok ? this.organizations.findDoc(id, call.principal) : taken;
  }

  /**
   * The same by an onboarding link, which is used up in the same moment: of many forms that are sent at once one takes it, and
   * the others are refused with onboarding_link_unavailable.
   */
  async setByLink(
    { organization: { id }, link }: FoundOnboardingLink,
    files: CertificateFiles,
    correlationId: string,
  ): Promise<Result<void>> {
    if (link === null) return refuse('onboarding_link_unavailable', { location: 'params', path: 'key' });
    const tenant = { organizationId: id, livemode: false };
    const context = { tenant, actor: `onboarding-link:${link.id}`, correlationId };
    return this.take('csd', files, context, link.id);
  }

  private async take(
    kind: CertificateKind,
    files: CertificateFiles,
    context: CallContext,
    onboarding_link?: string,
  ): Promise<Result<void>> {
    const id = context.tenant.organizationId;
    const upload = await this.sealing.sealFiles(context, kind, files);
    if (!upload.ok) return upload;
    const kept = await this.sender.send(
      { type: 'stamping.keep-certificate', key: id, data: { kind, upload: upload.value } },
      context,
    );
    if (!kept.ok) return kept;
    const { facts } = kept.value.data;
    const stamped_live = await this.hasStampedLive(id);
    const data = { kind, facts, stamped_live, ...(onboarding_link !== undefined && { onboarding_link }) };
    const set = await this.sender.send({ type: 'organizations.set-certificate', key: id, data }, context, {
      readModel,
    });
    if (!set.ok) return set;
    // Whoever reads the answer may cancel at once; the process that follows the event does it too, if this one dies.
    const { serial_number } = facts;
    if (kind === 'csd')
      await this.sender.send({ type: 'stamping.use-certificate', key: id, data: { serial_number } }, context);
    return ok(undefined);
  }

  /** Takes a certificate out of use; nothing where there is none. */
  async remove(id: string, kind: CertificateKind, call: OrganizationCall): Promise<Result<string>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const removed = await this.sender.send(
      { type: 'organizations.remove-certificate', key: id, data: { kind } },
      contextOf(id, call),
      { readModel },
    );
    return removed.ok ? this.organizations.findDoc(id, call.principal) : removed;
  }

  /**
   * Whether a document of the organization has been stamped in Live, canceled ones too, or is about to be: that one can't be
   * called back. One that is issued in the very moment of the upload may not be seen (docs/certificates.md).
   */
  private async hasStampedLive(id: string): Promise<boolean> {
    const { rows } = await this.pool.query<{ stamped: boolean }>(STAMPED_LIVE, [id]);
    return rows[0]?.stamped === true;
  }
}
