import { Inject, Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel';
import type { SatStanding } from '#contracts';
import { SAT_LISTS } from '#fiscal';
import { isValidEfos, sandboxEfos, type SatLists } from '#sat';

/** The list of article 69-B that the installation has loaded (TIMBRA_SAT_69B), where the status service says nothing; in Test the sandbox's. */
@Injectable()
export class ListedIssuers {
  constructor(@Inject(SAT_LISTS) private readonly lists: Pick<SatLists, 'efos'>) {}

  /** A standing with what the list says of the document's issuer, unless the service has spoken of it. */
  withList(tenant: Tenant, issuerRfc: string, standing: SatStanding): SatStanding {
    if (standing.efos !== null) return standing;
    const answer = tenant.livemode ? this.lists.efos(issuerRfc) : sandboxEfos(issuerRfc);
    if (answer === undefined) return standing;
    return { ...standing, efos: isValidEfos(answer.entries) ? 'not_listed' : 'listed' };
  }
}
