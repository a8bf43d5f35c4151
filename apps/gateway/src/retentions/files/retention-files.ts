import { Inject, Injectable } from '@nestjs/common';
import { ok, type Result, type Tenant } from '#kernel';
import type { OrganizationDoc, StampedRetention, UnstampedRetention } from '#contracts';
import type { ContentStore } from '#eventing';
import { CONTENTS } from '#hosting';
import { CommandSender, type CallContext } from '../../commands.js';
import { parseRetentionDoc } from '../../docs.js';
import { retentionFileName } from '../../files/names.js';
import { StampedFiles } from '../../files/stamped-files.js';
import { OrganizationDirectory } from '../../organizations/directory.js';
import { RetentionQueries, type StoredRetention } from '../queries.js';

/** The files of a retention. */
@Injectable()
export class RetentionFiles extends StampedFiles<StoredRetention> {
  protected readonly notStamped = 'retention_not_stamped';

  constructor(
    @Inject(CONTENTS) contents: ContentStore,
    sender: CommandSender,
    organizations: OrganizationDirectory,
    private readonly retentions: RetentionQueries,
  ) {
    super(contents, sender, organizations);
  }

  protected find(tenant: Tenant, id: string): Promise<Result<StoredRetention>> {
    return this.retentions.find(tenant, id);
  }

  protected fileName(retention: StoredRetention, organization: OrganizationDoc): string {
    return retentionFileName(retention, organization);
  }

  protected stamped({ doc, xml_key, timbre_xml, receipt_key }: StoredRetention): StampedRetention {
    return { retention: parseRetentionDoc(doc), xml_key, timbre_xml, receipt_key };
  }

  protected async unstamped(
    call: CallContext,
    { id }: StoredRetention,
  ): Promise<Result<{ unstamped_retention: UnstampedRetention }>> {
    const asked = await this.sender.send({ type: 'invoicing.unstamped-retention', key: id, data: {} }, call);
    return asked.ok ? ok({ unstamped_retention: asked.value.data }) : asked;
  }

  protected isCanceledElsewhere({ status, doc }: StoredRetention): boolean {
    return status === 'canceled' && parseRetentionDoc(doc).cancellation?.motive === null;
  }
}
