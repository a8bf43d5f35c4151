import type { Command } from './command.js';
import type { OrganizationDoc } from './organizations.js';

/** What a document is rendered from: the API's answer of the invoice, and where its parts are kept. */
export interface RenderData {
  readonly format: 'pdf' | 'zip' | 'receipt-pdf';
  /** The invoice as the API answers it. */
  readonly invoice: Readonly<Record<string, unknown>>;
  readonly xml_key: string | null;
  readonly timbre_xml: string | null;
  readonly receipt_key: string | null;
  /** Base name of the files, without extension. */
  readonly file_name: string;
  readonly organization: OrganizationDoc;
}

/** Its receipt carries {@link Rendered}. */
export type NotificationsCommand = Command<'notifications.render', RenderData>;

/** Where the rendered file waits: whoever asked takes it out of the content store, once. */
export interface Rendered {
  readonly content_key: string;
}
