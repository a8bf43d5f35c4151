import { LRUCache } from 'lru-cache';
import type { Logger } from '#hosting/logging/logger';
import { NO_OWN_PACS, type OrganizationPacs, type OrganizationsPacs } from '../account-pacs.js';
import type { InUseRows } from './in-use-rows.js';
import type { KeptPacs } from './kept-pacs.js';

/** How often others' changes are looked for. */
const EVERY_MS = 1_000;
/** So often everything is read anew: a database that was restored may know less than before, and its clock be another. */
const ALL_EVERY = 60;
/** Opened credentials are not kept for ever. */
const OPENED = { max: 2_000, ttl: 600_000 };

/**
 * Which organizations have PACs of their own, in memory: nobody waits for the database to learn that an organization has none,
 * which is what almost all have. Changes made in this process are known at once, those of others within a second or so.
 */
export class OwnPacs implements OrganizationsPacs {
  private readonly names = new Map<string, string>();
  private latest: string | undefined;
  private looks = 0;
  private looking: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly opened = new LRUCache<string, Promise<OrganizationPacs | undefined>>(OPENED);

  constructor(
    private readonly kept: Pick<KeptPacs, 'open'>,
    private readonly rows: InUseRows,
    private readonly log: Pick<Logger, 'error'>,
  ) {}

  /** Reads what there is, and goes on looking until it is stopped. */
  async start(): Promise<void> {
    await this.look();
    this.timer = setInterval(() => {
      // What is known holds until the database is back.
      this.look().catch((err: unknown) =>
        this.log.error({ err }, 'settings of PACs could not be looked for'),
      );
    }, EVERY_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** The settings in force; without a wait where the organization has none of its own. */
  async of(organizationId: string): Promise<OrganizationPacs> {
    for (let again = 0; again < 3; again += 1) {
      const name = this.names.get(organizationId);
      if (name === undefined) return NO_OWN_PACS;
      const found = await this.open(organizationId, name);
      if (found) return found;
      // Replaced in this moment, or destroyed with the organization.
      await this.look({ all: true });
    }
    throw new Error(`the settings of PACs of ${organizationId} change faster than they can be read`);
  }

  /** The organizations that have settings of their own, with a name of these settings that is another one after each change. */
  organizations(): ReadonlyMap<string, string> {
    return this.names;
  }

  /** What this process has stored itself; never one of before. */
  note(organizationId: string, name: string): void {
    const known = this.names.get(organizationId);
    if (known === undefined || known < name) this.names.set(organizationId, name);
  }

  /** Of a destroyed organization. */
  forget(organizationId: string): void {
    this.names.delete(organizationId);
    for (const key of this.opened.keys()) if (key.startsWith(`${organizationId} `)) this.opened.delete(key);
  }

  /** Looks for changes; one look at a time, which all wait for. */
  async look({ all = false } = {}): Promise<void> {
    if (this.looking) {
      await this.looking;
      if (!all) return;
    }
    this.looking = this.read(all || this.looks % ALL_EVERY === 0).finally(() => (this.looking = undefined));
    this.looks += 1;
    await this.looking;
  }

  private async read(all: boolean): Promise<void> {
    const before = new Map(this.names);
    const { names, latest } = await this.rows.read(all ? undefined : this.latest);
    this.latest = latest;
    if (all)
      for (const [id, name] of before)
        // What was noted meanwhile may be newer than the answer.
        if (this.names.get(id) === name && names.get(id) !== name) this.names.delete(id);
    for (const [id, name] of names) this.note(id, name);
  }

  private open(organizationId: string, name: string): Promise<OrganizationPacs | undefined> {
    const key = `${organizationId} ${name}`;
    const known = this.opened.get(key);
    if (known) return known;
    const opening = this.kept.open(organizationId, name);
    this.opened.set(key, opening);
    opening.then(
      (found) => found ?? this.opened.delete(key),
      () => this.opened.delete(key),
    );
    return opening;
  }
}
