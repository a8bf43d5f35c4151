import type { Pac, PacAccount } from './port.js';

/** The provider of each environment. */
export interface PacsByEnvironment {
  readonly test: Pac;
  /** Undefined where the installation has no contract with one. */
  readonly live?: Pac;
}

const REASON = 'no PAC is set up for Live';
const absent = async () => ({ kind: 'unavailable', reason: REASON }) as const;

/** Nobody: nothing is stamped, and everything may be asked again. */
const noPac: Pac = {
  name: 'none',
  capabilities: { find: 'query' },
  stamp: absent,
  find: absent,
  cancel: absent,
  status: absent,
};

/**
 * The providers as stamping and cancellation see them, by account: who stamps and cancels for whom is decided here and nowhere
 * else.
 */
export interface PacDirectory {
  /** Whom a new document may be sent to, the first one first; without those whose circuit is open. None: nobody can be reached. */
  orderOf(account: PacAccount): Promise<readonly Pac[]>;
  /** The names of all whom its documents may be sent to, the first one first, whatever their circuits say. */
  namesOf(account: PacAccount): Promise<readonly string[]>;
  /** A provider by its name, whatever its circuit says: for documents that it has, or perhaps has. */
  named(account: PacAccount, name: string): Promise<Pac | undefined>;
  /**
   * The tax authority's status service of the account's environment. In Test each sandbox is an authority of its own, so that it
   * depends on who stamped the document.
   */
  authorityOf(account: PacAccount, stampedBy: string | undefined): Pick<Pac, 'status'>;
}

/** The providers of an installation. Who stamps and cancels for an account is decided here and nowhere else. */
export class Pacs implements PacDirectory {
  constructor(private readonly providers: PacsByEnvironment) {}

  of({ livemode }: Pick<PacAccount, 'livemode'>): Pac {
    const { test, live = noPac } = this.providers;
    return livemode ? live : test;
  }

  async orderOf(account: PacAccount): Promise<readonly Pac[]> {
    return account.livemode && !this.providers.live ? [] : [this.of(account)];
  }

  async namesOf(account: PacAccount): Promise<readonly string[]> {
    return (await this.orderOf(account)).map(({ name }) => name);
  }

  async named(account: PacAccount, name: string): Promise<Pac | undefined> {
    const pac = this.of(account);
    return pac.name === name ? pac : undefined;
  }

  authorityOf(account: PacAccount): Pick<Pac, 'status'> {
    return this.of(account);
  }
}
