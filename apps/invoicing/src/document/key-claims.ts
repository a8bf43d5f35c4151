import { ok, refuse, type Result, type Tenant } from '#kernel';
import type { Command, RequestHolder } from '#contracts';
import type { FencesOf } from './fences.js';
import { holdOfKey, lastDeadKey, type KeyHolder } from './holds.js';
import type { KeyTable } from './key-table.js';

/** What a claim of a key is made for. */
interface KeyOptions {
  /** The revision of the document at which the attempt began. */
  readonly at: number;
  readonly request?: string | undefined;
}

/**
 * The idempotency key that a document has to hold before its first event is appended, so that no other has it too. Claims of
 * documents that never came to be are found out by asking for those documents, and are free again.
 */
export class KeyClaims<State extends KeyHolder> {
  constructor(
    private readonly keys: KeyTable,
    private readonly documents: { state(key: string, tenant: Tenant): Promise<State> },
    private readonly fences: FencesOf<State>,
  ) {}

  async key(command: Command, key: string | null, { at, request }: KeyOptions): Promise<Result<void>> {
    if (!key) return ok(undefined);
    const { tenant } = command;
    const claim = { holder: command.key, at, request };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const found = await this.keys.claimKey(tenant, key, claim);
      if (found.kind === 'claimed') return ok(undefined);
      const isDead = await this.fences.isDead(command, found, (holder, at) => holdOfKey(holder, key, at));
      if (!isDead) return inUse(found.holder);
      if (await this.keys.takeOverKey(tenant, key, found, claim)) return ok(undefined);
    }
    return refuse('conflict');
  }

  /**
   * Who has a key, and by which request. A document that was refused has none, from the moment its stream says so: its
   * caller knows by then and may send the next request with it, while the claim waits to be removed.
   */
  async findHolder(tenant: Tenant, key: string): Promise<RequestHolder | null> {
    const claim = await this.keys.holderOf(tenant, key);
    if (!claim) return null;
    const { holder, request, at } = claim;
    const state = await this.documents.state(holder, tenant);
    return holdOfKey(state, key, at) === 'dead' ? null : { holder, request };
  }

  /** Frees keys that a document has claimed, as far as it does not have them and never will. It may be late. */
  async releaseKeys(command: Command, ...keys: readonly (string | null)[]): Promise<void> {
    const claimed = keys.filter((key) => key !== null);
    if (claimed.length === 0) return;
    const state = await this.documents.state(command.key, command.tenant);
    for (const key of claimed) {
      const upTo = lastDeadKey(state, key);
      if (upTo !== undefined) await this.keys.releaseKey(command.tenant, key, command.key, upTo);
    }
  }
}

const inUse = (resourceId: string) =>
  refuse('idempotency_key_in_use', { path: 'idempotency_key', location: 'body', resourceId });
