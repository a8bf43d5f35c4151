import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import {
  makePac,
  type Pac,
  type PacAccount,
  type PacCertificates,
  type PacDirectory,
  type PacHealth,
  type PacParts,
  type Reachability,
  type RealPac,
  type SignsManifests,
} from '#pac';
import type { PacName, PacsConfig } from '#hosting/config/pacs';
import { NO_OWN_PACS, settingsOf, type OrganizationPacs, type OrganizationsPacs } from './account-pacs.js';
import { CircuitOf, watchPac } from './circuit/watched-pac.js';
import type { Doors } from './circuit/doors.js';
import { fingerprintOf } from './fingerprint.js';
import { inSandboxes } from './sandbox-hosts.js';

/** What the directory is made of. */
export interface DirectoryParts {
  /** Ours, of Test. */
  readonly sandbox: Pac;
  readonly config: PacsConfig;
  readonly organizations: OrganizationsPacs;
  readonly certificates: PacCertificates & { readonly ofSandbox: PacCertificates };
  /** The tax authority's own status service. */
  readonly authority: Pick<Pac, 'status'> & { readonly ofSandbox: Pick<Pac, 'status'> };
  readonly alarm: NonNullable<PacParts['alarm']>;
  /** Measures, traces and logs a provider's calls. */
  readonly observe: (pac: Pac) => Pac;
  readonly doors: Pick<Doors, 'isOpen'>;
  /** Milliseconds of a clock that only moves forward. */
  readonly elapsed: () => number;
}

/** A provider with one set of credentials. */
export interface Adapter {
  readonly name: PacName;
  readonly url: string;
  readonly real: RealPac;
  /** The same, measured and watched. */
  readonly pac: Pac;
  readonly circuit: CircuitOf;
  readonly sandbox: boolean;
  /** With whose credentials. */
  readonly source: 'installation' | 'organization';
}

/** Each set of credentials has an adapter of its own (its token, its circuit). */
const KEPT = 2_000;
const RETRY_AFTER_S = 5;

/**
 * Who stamps and cancels for which account. Test: the sandbox, or that of the provider the organization has chosen. Live: the
 * organization's order, else the installation's, of those that have credentials and whose circuit is not open.
 */
export class AccountPacs implements PacDirectory, PacHealth {
  private readonly adapters = new LRUCache<string, Adapter>({ max: KEPT });

  constructor(private readonly parts: DirectoryParts) {}

  async orderOf(account: PacAccount): Promise<readonly Pac[]> {
    if (!account.livemode) return this.ofTest(account);
    return (await this.adaptersOf(account)).filter(({ circuit }) => circuit.admits()).map(({ pac }) => pac);
  }

  async namesOf(account: PacAccount): Promise<readonly string[]> {
    const all = account.livemode ? await this.adaptersOf(account) : await this.ofTest(account);
    return all.map(({ name }) => name);
  }

  async named({ organizationId, livemode }: PacAccount, name: string): Promise<Pac | undefined> {
    if (name === this.parts.sandbox.name) return livemode ? undefined : this.parts.sandbox;
    const known = NAMES.find((one) => one === name);
    if (known === undefined) return undefined;
    return this.adapter(known, await this.parts.organizations.of(organizationId), !livemode)?.pac;
  }

  /** Of Test: our sandbox is the authority of what it stamped, and the tax authority's test service of everything else. */
  authorityOf({ livemode }: PacAccount, stampedBy: string | undefined): Pick<Pac, 'status'> {
    const { sandbox, authority } = this.parts;
    if (livemode) return authority;
    return stampedBy === undefined || stampedBy === sandbox.name ? sandbox : authority.ofSandbox;
  }

  async reachable(account: PacAccount): Promise<Reachability> {
    if (!account.livemode) return { state: 'ready' };
    const adapters = await this.adaptersOf(account);
    if (adapters.length === 0) return { state: 'none_configured' };
    const open = await Promise.all(adapters.map(({ url }) => this.parts.doors.isOpen(url)));
    return open.includes(true) ? { state: 'ready' } : { state: 'all_refuse', retryAfterS: RETRY_AFTER_S };
  }

  /**
   * Who has manifests of an organization signed at a provider, with the credentials of Live; undefined where there are none. A
   * circuit says nothing of it: other hosts take manifests.
   */
  async manifestsOf(organizationId: string, name: PacName): Promise<SignsManifests | undefined> {
    const own = await this.parts.organizations.of(organizationId);
    return this.adapter(name, own, false)?.real.manifests;
  }

  /** Every adapter that the installation itself has credentials for: spares, which are probed. */
  installed(): readonly Adapter[] {
    return this.parts.config.order.flatMap((name) => this.adapter(name, NO_OWN_PACS, false) ?? []);
  }

  /**
   * How the providers of Live are, by name: by the installation's account, else by the worst of the organizations' accounts, since the
   * trouble of one of them is not the provider's.
   */
  circuits(): ReadonlyMap<PacName, CircuitOf['state']> {
    const found = new Map<PacName, Adapter>();
    for (const one of this.adapters.values()) {
      if (one.sandbox) continue;
      const known = found.get(one.name);
      if (!known || weightOf(one) > weightOf(known)) found.set(one.name, one);
    }
    return new Map([...found].map(([name, { circuit }]) => [name, circuit.state]));
  }

  /** The adapters of an account in Live, in its order, whatever their circuits say. */
  async adaptersOf({ organizationId }: PacAccount): Promise<readonly Adapter[]> {
    const own = await this.parts.organizations.of(organizationId);
    const order = own.order ?? this.parts.config.order;
    return order.flatMap((name) => this.adapter(name, own, false) ?? []);
  }

  /** Nobody, where the account at the chosen provider is gone: another sandbox would stamp without a word. */
  private async ofTest({ organizationId }: PacAccount): Promise<readonly Pac[]> {
    const own = await this.parts.organizations.of(organizationId);
    if (own.testPac === undefined) return [this.parts.sandbox];
    const chosen = this.adapter(own.testPac, own, true);
    return chosen ? [chosen.pac] : [];
  }

  private adapter<N extends PacName>(
    name: N,
    { credentials, ids }: OrganizationPacs,
    sandbox: boolean,
  ): Adapter | undefined {
    const config = sandbox ? inSandboxes(this.parts.config) : this.parts.config;
    const settings = settingsOf(name, config, credentials);
    if (!settings) return undefined;
    const hash = createHash('sha256')
      .update(JSON.stringify([name, sandbox, settings, ids?.[name]]))
      .digest('base64');
    const before = this.adapters.get(hash);
    if (before) return before;
    const { certificates, authority, alarm, elapsed } = this.parts;
    const real = makePac(name, settings, {
      ...{ certificates: sandbox ? certificates.ofSandbox : certificates, sandbox, alarm },
      ...{ authority: sandbox ? authority.ofSandbox : authority },
      timeoutMs: config.timeoutMs,
    });
    const circuit = new CircuitOf(elapsed, config.timeoutMs);
    const account = real.account ?? fingerprintOf(name, settings);
    const pac = { ...watchPac(this.parts.observe(real), circuit), account };
    const source = credentials[name] ? ('organization' as const) : ('installation' as const);
    const adapter = { name, url: settings.url, real, pac, circuit, sandbox, source };
    this.adapters.set(hash, adapter);
    return adapter;
  }
}

const STATES = ['closed', 'half_open', 'open'] as const;
const weightOf = ({ source, circuit }: Adapter): number =>
  (source === 'installation' ? STATES.length : 0) + STATES.indexOf(circuit.state);

const NAMES: readonly PacName[] = ['sw', 'finkok', 'prodigia'];
