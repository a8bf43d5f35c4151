import { Injectable } from '@nestjs/common';
import { ok, refuse, type Result } from '#kernel';
import { organizationsReadModel, type InvoiceType, type NextFolios, type SeriesDoc } from '#contracts';
import { CommandSender } from '../commands.js';
import { contextOf, type OrganizationCall } from './caller.js';
import { Folios, type FolioNumbers } from './folios.js';
import { Organizations } from './organizations.js';

const READ_MODEL = { readModel: organizationsReadModel };

/** The numbers that a request sets; undefined: it leaves them. */
export interface AskedFolios {
  readonly next_folio?: number | undefined;
  readonly next_folio_test?: number | undefined;
}

/** The series of organizations for the API: their names are the organizations', their numbers invoicing's. */
@Injectable()
export class OrganizationSeries {
  constructor(
    private readonly organizations: Organizations,
    private readonly sender: CommandSender,
    private readonly folios: Folios,
  ) {}

  async list(id: string, call: OrganizationCall): Promise<Result<SeriesDoc[]>> {
    const names = await this.organizations.seriesOf(id, call.principal);
    return names.ok ? this.docs(id, names.value, call) : names;
  }

  /**
   * Adds a series. Its numbers are judged before and set after: whoever finds the series there, or is refused a number,
   * has moved no counter. If the numbers can't be set after all, the series is taken away again.
   */
  async add(
    id: string,
    sent: string,
    asked: AskedFolios,
    call: OrganizationCall,
  ): Promise<Result<SeriesDoc>> {
    const series = sent.trim();
    const names = await this.organizations.seriesOf(id, call.principal);
    if (!names.ok) return names;
    if (names.value.includes(series))
      return refuse('series_already_exists', { location: 'body', path: 'series' });
    const counter = { kind: 'invoices', series } as const;
    const allowed = await this.folios.set(id, counter, numbersOf(asked), call, { onlyCheck: true });
    if (!allowed.ok) return allowed;
    const context = contextOf(id, call);
    const data = { series };
    const added = await this.sender.send(
      { type: 'organizations.add-series', key: id, data },
      context,
      READ_MODEL,
    );
    if (!added.ok) return added;
    const set = await this.folios.set(id, counter, numbersOf(asked), call);
    if (set.ok) return this.doc(id, series, set.value, call);
    await this.sender.send({ type: 'organizations.remove-series', key: id, data }, context, READ_MODEL);
    return set;
  }

  /** Sets the next folios of a series that is registered. */
  async update(
    id: string,
    series: string,
    asked: AskedFolios,
    call: OrganizationCall,
  ): Promise<Result<SeriesDoc>> {
    const known = await this.find(id, series, call);
    if (!known.ok) return known;
    const set = await this.folios.set(id, { kind: 'invoices', series }, numbersOf(asked), call);
    return set.ok ? this.doc(id, series, set.value, call) : set;
  }

  /** Takes a series away, and gives it as it was. Its counters stay, for the day when it comes back. */
  async remove(id: string, series: string, call: OrganizationCall): Promise<Result<SeriesDoc>> {
    const known = await this.find(id, series, call);
    if (!known.ok) return known;
    const doc = await this.doc(id, series, undefined, call);
    if (!doc.ok) return doc;
    const message = { type: 'organizations.remove-series', key: id, data: { series } } as const;
    const sent = await this.sender.send(message, contextOf(id, call), READ_MODEL);
    return sent.ok ? doc : sent;
  }

  /** Sets the series of invoices of a type that name none; gives the organization as JSON text. */
  async setDefault(
    id: string,
    asked: { readonly type: InvoiceType; readonly series: string | null },
    call: OrganizationCall,
  ): Promise<Result<string>> {
    const known = await this.organizations.findActive(id, call.principal);
    if (!known.ok) return known;
    const message = { type: 'organizations.set-default-series', key: id, data: asked } as const;
    const sent = await this.sender.send(message, contextOf(id, call), READ_MODEL);
    return sent.ok ? this.organizations.findDoc(id, call.principal) : sent;
  }

  private async find(id: string, series: string, call: OrganizationCall): Promise<Result<void>> {
    const names = await this.organizations.seriesOf(id, call.principal);
    if (!names.ok) return names;
    if (names.value.includes(series)) return ok(undefined);
    return refuse('series_not_found', { location: 'params', path: 'series_name' });
  }

  private async doc(
    id: string,
    series: string,
    known: NextFolios | undefined,
    call: OrganizationCall,
  ): Promise<Result<SeriesDoc>> {
    if (known) return ok(toDoc(series, known));
    const docs = await this.docs(id, [series], call);
    if (!docs.ok) return docs;
    const [doc] = docs.value;
    return doc ? ok(doc) : refuse('series_not_found', { location: 'params', path: 'series_name' });
  }

  private async docs(
    id: string,
    series: readonly string[],
    call: OrganizationCall,
  ): Promise<Result<SeriesDoc[]>> {
    if (series.length === 0) return ok([]);
    const read = await this.folios.read([id], series, call);
    if (!read.ok) return read;
    return ok((read.value.get(id)?.invoices ?? []).map((one) => toDoc(one.series, one)));
  }
}

const toDoc = (series: string, { live, test }: NextFolios): SeriesDoc => ({
  ...{ series, name: series },
  ...{ next_folio: live, next_folio_test: test },
});

const numbersOf = ({ next_folio, next_folio_test }: AskedFolios): FolioNumbers => ({
  live: { field: 'next_folio', next: next_folio },
  test: { field: 'next_folio_test', next: next_folio_test },
});
