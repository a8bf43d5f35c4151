import { Inject, Injectable } from '@nestjs/common';
import type { Tenant } from '#kernel';
import { sandboxObligations, type Obligations, type SatLists } from '#sat';
import { SAT_LISTS } from './sat-lists.js';

/** Asks LCO about issuers; in Test the sandbox's. */
@Injectable()
export class IssuerObligations {
  constructor(@Inject(SAT_LISTS) private readonly lists: Pick<SatLists, 'obligations'>) {}

  /**
   * The obligations of an issuer, or null where they are not known: no list is loaded, or it does not have the issuer, as for up to 72
   * hours after its CSD was made. In Test the answer is there at once, for whoever counts on not waiting.
   */
  of({ livemode }: Tenant, rfc: string): Obligations | null | Promise<Obligations | null> {
    return livemode ? this.ask(rfc) : sandboxObligations(rfc);
  }

  private async ask(rfc: string): Promise<Obligations | null> {
    return (await this.lists.obligations(rfc)) ?? null;
  }
}
