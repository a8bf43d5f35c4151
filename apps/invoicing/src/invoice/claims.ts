import { Injectable } from '@nestjs/common';
import { ok, refuse, type Result } from '#kernel';
import type { Command, InvoiceContent } from '#contracts';
import type { Numbering } from './decide.js';
import { Fences } from './fences.js';
import { holdOfKey, isFolioFree, lastDeadKey } from './holds.js';
import type { Invoice } from './invoice.js';
import { Invoices } from './invoices.js';
import { Reservations } from './reservations.js';

/** What a claim of a key is made for. */
interface KeyOptions {
  /** The revision of the invoice at which the attempt began. */
  readonly at: number;
  readonly request?: string | undefined;
}

/**
 * What an invoice has to hold before its first event is appended, so that no other has it too: its idempotency key and
 * the next folio of its series (the balances that a payment pays are in payment-claims.ts). Claims of invoices that
 * never came to be are found out by asking for those invoices, and are free again.
 */
@Injectable()
export class Claims {
  constructor(
    private readonly reservations: Reservations,
    private readonly invoices: Invoices,
    private readonly fences: Fences,
  ) {}

  /** The folio of the n-th issue of an invoice: the caller's own, or the next of the series. */
  async number(command: Command, content: InvoiceContent, issue: number): Promise<Numbering> {
    const series = content.series ?? '';
    if (content.folio_number === null) {
      const folio_number = await this.reservations.nextFolio(command.tenant, series, nameOf(command, issue));
      return { series: content.series, folio_number };
    }
    await this.reservations.passFolio(command.tenant, series, content.folio_number);
    return { series: content.series, folio_number: content.folio_number };
  }

  async key(command: Command, key: string | null, { at, request }: KeyOptions): Promise<Result<void>> {
    if (!key) return ok(undefined);
    const { tenant } = command;
    const claim = { holder: command.key, at, request };
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const found = await this.reservations.claimKey(tenant, key, claim);
      if (found.kind === 'claimed') return ok(undefined);
      const isDead = await this.fences.isDead(command, found, (holder, at) => holdOfKey(holder, key, at));
      if (!isDead) return inUse(found.holder);
      if (await this.reservations.takeOverKey(tenant, key, found, claim)) return ok(undefined);
    }
    return refuse('conflict');
  }

  /** Frees keys that an invoice has claimed, as far as it does not have them and never will. It may be late. */
  async releaseKeys(command: Command, ...keys: readonly (string | null)[]): Promise<void> {
    const claimed = keys.filter((key) => key !== null);
    if (claimed.length === 0) return;
    const state = await this.invoices.state(command.key, command.tenant);
    for (const key of claimed) {
      const upTo = lastDeadKey(state, key);
      if (upTo !== undefined) await this.reservations.releaseKey(command.tenant, key, command.key, upTo);
    }
  }

  /** Gives back the folio of an issue that was numbered by us, if `invoice` shows that it will never have it. */
  async returnFolio(
    command: Command,
    content: InvoiceContent,
    issue: Numbering & { readonly number: number },
    invoice: Invoice,
  ): Promise<void> {
    const { series, folio_number, number } = issue;
    if (content.folio_number !== null || !isFolioFree(invoice, number, folio_number)) return;
    const name = nameOf(command, number);
    await this.reservations.returnFolio(command.tenant, series ?? '', folio_number, name);
  }
}

/** A folio belongs to one issue: a draft that was refused gets another one with its next issue. */
const nameOf = ({ key }: Command, issue: number): string => `${key}.${issue}`;

const inUse = (resourceId: string) =>
  refuse('idempotency_key_in_use', { path: 'idempotency_key', location: 'body', resourceId });
