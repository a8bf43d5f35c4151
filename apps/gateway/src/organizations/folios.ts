import { Injectable } from '@nestjs/common';
import { ok, type Refused, type Result } from '#kernel';
import type { FolioCounter, NextFolios, OrganizationDoc, OrganizationFolios } from '#contracts';
import type { Page, Row } from '#http';
import { CommandSender } from '../commands.js';
import { textOf } from '../doc-table.js';
import { parseOrganizationDoc } from '../docs.js';
import { contextOf, type OrganizationCall } from './caller.js';

/** How long an answer waits for its numbers: an organization without them would tell lies. */
const WAIT_MS = 10_000;

/** A number that a request sets, and the field that it came in; undefined: it sets none. */
export interface FolioNumbers {
  readonly live: FolioNumber;
  readonly test: FolioNumber;
}
interface FolioNumber {
  readonly field: string;
  readonly next: number | undefined;
}

/**
 * The counters of folios, which live with what takes their numbers: invoicing is asked for those of series and the receipts
 * service for its own, once for a whole list. Only answers about organizations do so. Creating an invoice asks for nothing.
 */
@Injectable()
export class Folios {
  constructor(private readonly sender: CommandSender) {}

  /** The counters of series of organizations that the caller reaches. */
  async read(
    ids: readonly string[],
    series: readonly string[],
    call: OrganizationCall,
  ): Promise<Result<ReadonlyMap<string, OrganizationFolios>>> {
    const [first] = ids;
    if (first === undefined) return ok(new Map());
    const asked = {
      type: 'invoicing.read-folios',
      key: first,
      data: { organizations: ids, series },
    } as const;
    const sent = await this.sender.send(asked, contextOf(first, call), { timeoutMs: WAIT_MS });
    if (!sent.ok) return sent;
    return ok(new Map(sent.value.data.folios.map((one) => [one.organization, one])));
  }

  /**
   * Sets the next folios of an organization that the caller reaches; both or none. Refuses those that were taken
   * (too_small) at the fields that they came in. `onlyCheck`: nothing is set.
   */
  async set(
    id: string,
    counter: FolioCounter,
    numbers: FolioNumbers,
    call: OrganizationCall,
    { onlyCheck = false } = {},
  ): Promise<Result<NextFolios | undefined>> {
    const { live, test } = numbers;
    if (live.next === undefined && test.next === undefined) return ok(undefined);
    const next = {
      ...(live.next !== undefined && { live: live.next }),
      ...(test.next !== undefined && { test: test.next }),
    };
    const data = { next, ...(onlyCheck && { only_check: true as const }) };
    const context = contextOf(id, call);
    const sent =
      counter.kind === 'receipts'
        ? await this.sender.send({ type: 'receipts.set-folios', key: id, data }, context)
        : await this.sender.send(
            { type: 'invoicing.set-folios', key: id, data: { ...data, counter } },
            context,
          );
    return sent.ok ? ok(sent.value.data) : atFields(sent, numbers);
  }

  /** The JSON text of an organization with the numbers that its counters give next. */
  async show(json: string, call: OrganizationCall): Promise<Result<string>> {
    const doc = parseOrganizationDoc(json);
    const read = await this.readShown([doc.id], call);
    return read.ok ? ok(JSON.stringify(withFolios(doc, read.value.get(doc.id)))) : read;
  }

  /** The same of a page of organizations. */
  async showPage(page: Page, call: OrganizationCall): Promise<Result<Page>> {
    const texts = await Promise.all(page.rows.map(({ doc }) => textOf(doc)));
    const read = await this.readShown(
      page.rows.map(({ id }) => id),
      call,
    );
    if (!read.ok) return read;
    const rows = page.rows.flatMap((row, index): Row[] => {
      const text = texts[index];
      if (text === undefined) return [];
      const doc = JSON.stringify(withFolios(parseOrganizationDoc(text), read.value.get(row.id)));
      return [{ ...row, doc }];
    });
    return ok({ ...page, rows });
  }

  /** What answers about organizations show: invoices without a series, and receipts. */
  private async readShown(
    ids: readonly string[],
    call: OrganizationCall,
  ): Promise<Result<ReadonlyMap<string, ShownFolios>>> {
    const [invoices, receipts] = await Promise.all([
      this.read(ids, [''], call),
      this.readReceipts(ids, call),
    ]);
    if (!invoices.ok) return invoices;
    if (!receipts.ok) return receipts;
    const shown = new Map<string, ShownFolios>();
    for (const [id, { invoices: series }] of invoices.value) {
      const [ofInvoices, ofReceipts] = [series[0], receipts.value.get(id)];
      if (ofInvoices && ofReceipts) shown.set(id, { invoices: ofInvoices, receipts: ofReceipts });
    }
    return ok(shown);
  }

  private async readReceipts(
    ids: readonly string[],
    call: OrganizationCall,
  ): Promise<Result<ReadonlyMap<string, NextFolios>>> {
    const [first] = ids;
    if (first === undefined) return ok(new Map());
    const asked = { type: 'receipts.read-folios', key: first, data: { organizations: ids } } as const;
    const sent = await this.sender.send(asked, contextOf(first, call), { timeoutMs: WAIT_MS });
    if (!sent.ok) return sent;
    return ok(new Map(sent.value.data.folios.map(({ organization, next }) => [organization, next])));
  }
}

interface ShownFolios {
  readonly invoices: NextFolios;
  readonly receipts: NextFolios;
}

function withFolios(doc: OrganizationDoc, folios: ShownFolios | undefined): OrganizationDoc {
  const numbers = ({ live, test }: NextFolios) => ({
    next_folio_number: live,
    next_folio_number_test: test,
  });
  if (!folios) return doc;
  return {
    ...doc,
    customization: { ...doc.customization, ...numbers(folios.invoices) },
    receipts: { ...doc.receipts, ...numbers(folios.receipts) },
  };
}

/** The service names the environments; the caller knows its fields. */
function atFields({ refusal }: Refused, numbers: FolioNumbers): Refused {
  const named = (path: string | undefined) =>
    path === 'live' || path === 'test' ? { path: numbers[path].field } : {};
  return {
    ok: false,
    refusal: {
      ...{ ...refusal, ...named(refusal.path) },
      ...(refusal.details && { details: refusal.details.map((one) => ({ ...one, ...named(one.path) })) }),
    },
  };
}
