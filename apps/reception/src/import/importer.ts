import { Inject, Injectable } from '@nestjs/common';
import type { ErrorCode, MessageParams } from '#kernel';
import type { ImportedDocument } from '#billing';
import type { CommandBus } from '#bus';
import { type DocumentOutcome, type ImportedInvoice, type SatStanding } from '#contracts';
import { Packed, type ContentStore } from '#eventing';
import { BUS, CONTENTS, WorkerPool } from '#hosting';
import { answered, ask } from './asking.js';
import type { FileToImport, Import } from './import.js';
import { Material, type StampVerdict } from './material.js';
import { readElsewhere } from './read-elsewhere.js';
import type { DocumentRead } from './read.worker.js';
import { Standings, UNASKED } from './standings.js';
import { Suppliers } from './suppliers.js';
import { ListedIssuers } from '../watch/efos.js';
import { Watch } from '../watch/watch.js';

/** A document on its way: what was read of a file, or why it goes no further. */
interface Candidate {
  readonly name: string;
  readonly packed: Packed;
  readonly document: ImportedDocument;
  readonly issuerType: ImportedInvoice['issuer_type'];
  readonly sat: SatStanding;
}

/** Verifies documents, stores them and has them imported, some at a time. */
@Injectable()
export class Importer {
  constructor(
    @Inject(BUS) private readonly bus: CommandBus,
    @Inject(CONTENTS) private readonly contents: ContentStore,
    private readonly workers: WorkerPool,
    private readonly material: Material,
    private readonly standings: Standings,
    private readonly suppliers: Suppliers,
    private readonly listed: ListedIssuers,
    private readonly watch: Watch,
  ) {}

  /**
   * Imports some documents, LOT at most; an outcome for each, in their order. `number` names the lot within its import. Killed in
   * between, nothing of it is half: what was imported is a duplicate when it comes again.
   */
  async importLot(
    own: Import,
    number: number,
    files: readonly FileToImport[],
  ): Promise<readonly DocumentOutcome[]> {
    const { command } = own;
    const input = {
      trust: await this.material.trustOf(command),
      stamps: this.material.stampsOf(command.tenant),
      files: files.map(({ bytes, zipped }) => ({ bytes, ...(zipped && { zipped }) })),
    };
    const read = await readElsewhere(this.workers, input, command.tenant.organizationId);
    const outcomes = new Map<number, DocumentOutcome>();
    const verified = await this.verify(own, files, read, outcomes);
    const kept = await this.keep(own, number, [...verified.values()]);
    [...verified.keys()].forEach((index, n) => outcomes.set(index, kept[n] as DocumentOutcome));
    return files.map((_, index) => outcomes.get(index) as DocumentOutcome);
  }

  /** Which documents count and are the organization's, by their index; of the others the outcomes are noted. */
  private async verify(
    own: Import,
    files: readonly FileToImport[],
    read: readonly DocumentRead[],
    outcomes: Map<number, DocumentOutcome>,
  ): Promise<ReadonlyMap<number, Candidate>> {
    const { command } = own;
    const { livemode } = command.tenant;
    const candidates: {
      index: number;
      candidate: Candidate;
      stamp: (DocumentRead & { ok: true })['stamp'];
    }[] = [];
    for (const [index, one] of read.entries()) {
      const { name } = files[index] as FileToImport;
      const refuse = (code: ErrorCode, more: Partial<DocumentOutcome> = {}) =>
        outcomes.set(index, refused(name, code, more));
      if (!one.ok) {
        refuse(one.code, { uuid: one.uuid, details: one.details });
        continue;
      }
      const { document, use, stamp } = one;
      const packed = new Packed(Buffer.from(one.packed.buffer, one.packed.byteOffset, one.packed.length));
      const issuerType = issuerTypeOf(document, own.taxId);
      if (livemode && use !== 'live')
        refuse('invoice_import_certificate_not_trusted', { uuid: document.uuid });
      else if (issuerType === undefined)
        refuse('invoice_import_other_taxpayer', {
          uuid: document.uuid,
          params: partiesOf(document, own.taxId),
        });
      else candidates.push({ index, candidate: { name, packed, document, issuerType, sat: UNASKED }, stamp });
    }
    const verdicts = await this.material.judge(
      command,
      candidates.map(({ stamp }) => stamp),
    );
    const standings = await this.standingsOf(
      own,
      candidates.map(({ candidate }) => candidate.document),
      verdicts,
    );
    const verified = new Map<number, Candidate>();
    for (const [n, { index, candidate }] of candidates.entries()) {
      const sat = standings[n] ?? UNASKED;
      const { uuid } = candidate.document;
      const code = problemOf(verdicts[n] ?? 'doubt', sat);
      if (code) outcomes.set(index, refused(candidate.name, code, { uuid }));
      else if (own.seen.has(uuid)) outcomes.set(index, duplicate(candidate.name, uuid, null));
      else {
        own.seen.add(uuid);
        verified.set(index, { ...candidate, sat });
      }
    }
    return verified;
  }

  /** Asked of a document that comes alone, and of some stamps in doubt: what the tax authority knows of needs no other proof. */
  private async standingsOf(
    own: Import,
    documents: readonly ImportedDocument[],
    verdicts: readonly StampVerdict[],
  ): Promise<readonly SatStanding[]> {
    const isAsked = documents.map((_, n) => {
      if (verdicts[n] === 'valid') return own.alone;
      if (verdicts[n] === 'invalid' || own.doubts === 0) return false;
      own.doubts -= 1;
      return true;
    });
    const asked = documents.filter((_, n) => isAsked[n]);
    const known = await this.standings.of(own.command, asked);
    let next = 0;
    return documents.map((_, n) => (isAsked[n] ? (known[next++] ?? UNASKED) : UNASKED));
  }

  /** Stores the XML of verified documents and has them imported. */
  private async keep(
    own: Import,
    number: number,
    candidates: readonly Candidate[],
  ): Promise<readonly DocumentOutcome[]> {
    if (candidates.length === 0) return [];
    const { command, source } = own;
    const { tenant } = command;
    const [ids] = await Promise.all([
      this.suppliers.ensure(
        own,
        number,
        candidates.flatMap(({ issuerType, document }) =>
          issuerType === 'receiving' ? [document.issuer] : [],
        ),
      ),
      ...candidates.map(({ document, packed }) => this.contents.put(tenant, document.stamp.xml_key, packed)),
    ]);
    const documents = candidates.map(({ document, issuerType, sat: asked }): ImportedInvoice => {
      const { content, issue, stamp, pays, issuer } = document;
      const { tax_id, legal_name } = issuer;
      const isReceived = issuerType === 'receiving';
      const id = isReceived ? ids.get(tax_id) : undefined;
      const supplier = id === undefined ? null : { id, legal_name, tax_id };
      const sat = isReceived ? this.listed.withList(tenant, tax_id, asked) : asked;
      return { issuer_type: issuerType, source, content, issue, stamp, supplier, sat, pays };
    });
    // Before they are there: a document that nobody watches would never be asked about.
    await this.watch.begin(tenant, documents);
    const asked = { type: 'invoicing.import', what: `import ${number}`, data: { documents } } as const;
    const { outcomes } = answered(await ask(this.bus, command, asked), asked.type);
    return candidates.map(({ name, document: { uuid } }, n) => {
      const outcome = outcomes[n];
      if (!outcome) throw new Error('invoicing answered fewer outcomes than it was asked for');
      return outcome.status === 'duplicate'
        ? duplicate(name, uuid, outcome.id)
        : { file: name, status: 'imported', code: null, details: [], uuid, id: outcome.id };
    });
  }
}

/** Whether the organization issued it, or received it; it issued what it made out to itself. */
function issuerTypeOf(
  { issuer, receiver_rfc }: ImportedDocument,
  taxId: string,
): ImportedInvoice['issuer_type'] | undefined {
  if (issuer.tax_id === taxId) return 'issuing';
  return receiver_rfc === taxId ? 'receiving' : undefined;
}

const partiesOf = ({ issuer, receiver_rfc }: ImportedDocument, taxId: string): MessageParams => ({
  tax_id: taxId,
  issuer: issuer.tax_id,
  receiver: receiver_rfc,
});

/** Why a stamp does not count; one in doubt counts where the tax authority knows the document. */
function problemOf(verdict: StampVerdict, { status }: SatStanding): ErrorCode | undefined {
  if (verdict === 'valid') return undefined;
  if (verdict === 'invalid') return 'invoice_import_stamp_invalid';
  return status === 'valid' || status === 'canceled' ? undefined : 'invoice_import_stamp_not_verifiable';
}

export const refused = (
  file: string,
  code: ErrorCode,
  more: Partial<DocumentOutcome> = {},
): DocumentOutcome => ({
  ...{ file, status: 'refused', code, details: [], uuid: null, id: null },
  ...more,
});

/** `id` null: of the second file of a ZIP with its UUID; the invoice is the one that the first one is, once that is known. */
const duplicate = (file: string, uuid: string, id: string | null): DocumentOutcome => ({
  ...{ file, status: 'duplicate', code: 'invoice_import_duplicate', details: [], uuid, id },
});
