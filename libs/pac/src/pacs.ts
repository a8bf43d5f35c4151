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
const noPac: Pac = { name: 'none', stamp: absent, find: absent, cancel: absent, status: absent };

/** The providers of an installation. Who stamps and cancels for an account is decided here and nowhere else. */
export class Pacs {
  constructor(private readonly providers: PacsByEnvironment) {}

  of({ livemode }: Pick<PacAccount, 'livemode'>): Pac {
    const { test, live = noPac } = this.providers;
    return livemode ? live : test;
  }
}
