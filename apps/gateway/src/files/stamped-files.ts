import { ok, refuse, type ErrorCode, type Result, type Tenant } from '#kernel';
import type {
  OrganizationDoc,
  RenderData,
  StampedDocument,
  StampedRetention,
  UnstampedDocument,
  UnstampedRetention,
} from '#contracts';
import type { ContentStore } from '#eventing';
import { storedCfdiBytes } from '#fiscal';
import type { CallContext, CommandSender } from '../commands.js';
import type { OrganizationDirectory } from '../organizations/directory.js';
import type { FileHead, OutgoingFile } from './file.js';
import { printFile } from './printing.js';

/** An available file, and the function that makes it. */
export interface AvailableFile {
  readonly head: FileHead;
  make(): Promise<Result<OutgoingFile>>;
}

/** What the row of a document has whose files are made: of an invoice, or a retention. */
export interface StampedRow {
  readonly id: string;
  readonly status: string;
  readonly uuid: string | null;
  readonly xml_key: string | null;
  readonly timbre_xml: string | null;
  readonly receipt_key: string | null;
}

type Unstamped =
  { readonly unstamped: UnstampedDocument } | { readonly unstamped_retention: UnstampedRetention };

/** The files of documents of one kind: XML, PDF, both in a ZIP, and the receipt of a cancellation. */
export abstract class StampedFiles<Row extends StampedRow> {
  protected constructor(
    private readonly contents: ContentStore,
    protected readonly sender: CommandSender,
    private readonly organizations: OrganizationDirectory,
  ) {}

  /** What is said of one that has no stamp. */
  protected abstract readonly notStamped: ErrorCode;
  protected abstract find(tenant: Tenant, id: string): Promise<Result<Row>>;
  /** Base name of its files. */
  protected abstract fileName(row: Row, organization: OrganizationDoc): string;
  /** What is printed of a stamped one. */
  protected abstract stamped(row: Row): StampedDocument | StampedRetention;
  /** What is printed of another. */
  protected abstract unstamped(call: CallContext, row: Row): Promise<Result<Unstamped>>;
  /** Canceled without this service, which therefore knows no motive. */
  protected abstract isCanceledElsewhere(row: Row): boolean;

  /** Refused: not found, not stamped (a PDF shows a draft too), not_found for another format. */
  async document(call: CallContext, id: string, format: string): Promise<Result<AvailableFile>> {
    const found = await this.find(call.tenant, id);
    if (format !== 'xml' && format !== 'pdf' && format !== 'zip') return noFormat('xml, pdf, zip');
    if (!found.ok) return found;
    const row = found.value;
    const isStamped = row.xml_key !== null && row.timbre_xml !== null;
    if (format !== 'pdf' && !isStamped) return refuse(this.notStamped);
    const head: FileHead = { name: `${await this.nameOf(call, row)}.${format}`, format };
    return ok({
      head,
      make: async () => {
        if (!isStamped) return this.renderUnstamped(call, row, head);
        if (format !== 'xml') return this.render(call, row, format, head);
        const xml = await storedCfdiBytes(this.contents, call.tenant, row);
        return xml === undefined ? refuse(this.notStamped) : ok(fileOf(head, xml));
      },
    });
  }

  /** Refused: not found, not stamped, or why there is no receipt. */
  async receipt(call: CallContext, id: string, format: string): Promise<Result<AvailableFile>> {
    const found = await this.find(call.tenant, id);
    if (!found.ok) return found;
    const row = found.value;
    if (format !== 'xml' && format !== 'pdf') return noFormat('xml, pdf');
    if (row.status === 'draft' || row.uuid === null) return refuse(this.notStamped);
    const { receipt_key } = row;
    if (receipt_key === null)
      return refuse(
        this.isCanceledElsewhere(row)
          ? 'invoice_cancellation_receipt_external'
          : 'invoice_cancellation_receipt_unavailable',
      );
    const head: FileHead = { name: `acuse-${await this.nameOf(call, row)}.${format}`, format };
    return ok({
      head,
      make: async () => {
        if (format === 'pdf') return this.render(call, row, 'receipt-pdf', head);
        const acuse = await this.contents.get(call.tenant, receipt_key);
        return acuse ? ok(fileOf(head, acuse)) : refuse('document_lost');
      },
    });
  }

  private async render(
    call: CallContext,
    row: Row,
    format: 'pdf' | 'zip' | 'receipt-pdf',
    head: FileHead,
  ): Promise<Result<OutgoingFile>> {
    const organization = await this.organizations.organization(call.tenant.organizationId);
    const file_name = this.fileName(row, organization);
    const rendered = await this.print(call, row.id, {
      ...{ format, file_name, organization },
      ...this.stamped(row),
    });
    return rendered.ok ? ok(fileOf(head, rendered.value)) : rendered;
  }

  private async renderUnstamped(call: CallContext, row: Row, head: FileHead): Promise<Result<OutgoingFile>> {
    const unstamped = await this.unstamped(call, row);
    if (!unstamped.ok) return unstamped;
    const organization = await this.organizations.organization(call.tenant.organizationId);
    const rendered = await this.print(call, row.id, {
      ...{ format: 'pdf', file_name: row.id, organization },
      ...unstamped.value,
    });
    return rendered.ok ? ok(fileOf(head, rendered.value)) : rendered;
  }

  private async nameOf({ tenant }: CallContext, row: Row): Promise<string> {
    return this.fileName(row, await this.organizations.organization(tenant.organizationId));
  }

  protected print(call: CallContext, key: string, data: RenderData): Promise<Result<Buffer>> {
    const { sender, contents } = this;
    return printFile({ sender, contents }, call, key, data);
  }
}

export const fileOf = (head: FileHead, content: Buffer): OutgoingFile => ({
  ...head,
  length: content.length,
  content,
});

/** A file that a document does not have, and the formats of those that it has. */
const noFormat = (values: string) =>
  refuse('not_found', { location: 'params', path: 'format', params: { values } });
