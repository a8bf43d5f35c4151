import { randomBytes } from 'node:crypto';
import { DEFAULT_COLOR, type DomainEvent } from '#kernel';
import type { PdfOptions } from './invoice-content.js';

/** Colour and PDF flags as sent: what is absent stays as it is. */
export interface CustomizationInput {
  /** Six hexadecimal digits, with or without `#`. */
  readonly color?: string;
  readonly pdf_extra?: PdfOptions;
}

/** The period that receipts are invoiced by, and the days that a customer has to ask for its invoice. */
export interface ReceiptSettings {
  readonly periodicity: Periodicity;
  readonly duration_days: number;
  /** Whether what is still open at the end of a period is invoiced globally without being asked for. */
  readonly auto_global_invoice: boolean;
}
export type ReceiptSettingsInput = Partial<ReceiptSettings>;

export const PERIODICITIES = ['day', 'week', 'fortnight', 'month', 'two_months'] as const;
export type Periodicity = (typeof PERIODICITIES)[number];

/** The days in which a customer may invoice a receipt, within its period; 0: until that ends. No longer than a fiscal year. */
export const RECEIPT_DAYS = { min: 0, max: 366 } as const;

/** What customers may do for themselves in the portal. */
export interface SelfInvoiceSettings {
  /** Keys of c_UsoCFDI; empty: all. */
  readonly allowed_cfdi_uses: readonly string[];
  readonly apply_resico_isr: boolean;
  /** Where customers may write to; hosted pages show it once it is verified. */
  readonly support_email: string | null;
}
export type SelfInvoiceInput = Partial<SelfInvoiceSettings>;

/**
 * A link that verifies a support address, as commands and events know it. The sender makes the key and puts it into the
 * mail: only its hash travels.
 */
export interface SupportLinkPrint {
  readonly id: string;
  /** hashSecretKey of the key. */
  readonly key_hash: string;
  /** Instant, ISO 8601 in UTC. */
  readonly expires_at: string;
}

/** How long the link of a support address works. */
export const SUPPORT_LINK_DAYS = 3;

/** Mails to support addresses that an organization may ask for: nobody's mailbox is flooded by somebody else's settings. */
export const SUPPORT_MAILS = { anHour: 5, aDay: 20 } as const;

/** A new key of a support address's link: 160 random bits, in characters that no mail program takes for punctuation. */
export const newSupportLinkKey = (): string => randomBytes(20).toString('hex');

/** Whether a text has the form of such a key. */
export const isSupportLinkKey = (text: string): boolean => /^[0-9a-f]{40}$/.test(text);

/** An organization's name in the addresses of its portal. */
export const DOMAIN = /^[a-z][a-z0-9_-]{2,48}[a-z0-9]$/;

export type OrganizationSettingsEvent =
  /** Carries what changed: flags that it does not name are as before. */
  | DomainEvent<'CustomizationSet', CustomizationInput & { at: string }>
  /** Of older ones the last is missing: nobody could ask for it then. */
  | DomainEvent<
      'ReceiptSettingsSet',
      Omit<ReceiptSettings, 'auto_global_invoice'> &
        Partial<Pick<ReceiptSettings, 'auto_global_invoice'>> & { at: string }
    >
  /** Another support address is not verified, and the link of the one before opens nothing. */
  | DomainEvent<'SelfInvoiceSettingsSet', SelfInvoiceSettings & { at: string }>
  /** The link in force from now on; one before it is replaced. */
  | DomainEvent<'SupportEmailLinkCreated', SupportLinkPrint & { email: string; at: string }>
  | DomainEvent<'SupportEmailVerified', { link_id: string; email: string; at: string }>
  /** Chosen once: an organization never has another. */
  | DomainEvent<'DomainChosen', { domain: string; at: string }>
  /** The host of its own under which its portal is answered beside that; null: none any more. */
  | DomainEvent<'CustomDomainSet', { custom_domain: string | null; at: string }>;

/** What an organization has that never set anything. */
export const defaultReceiptSettings: ReceiptSettings = {
  periodicity: 'month',
  duration_days: 7,
  auto_global_invoice: false,
};
export const defaultSelfInvoice: SelfInvoiceSettings = {
  allowed_cfdi_uses: [],
  apply_resico_isr: false,
  support_email: null,
};
export const defaultCustomization = {
  color: DEFAULT_COLOR,
  pdf_extra: {
    codes: true,
    address_codes: true,
    product_key: true,
    export_key: false,
    round_unit_price: false,
    tax_breakdown: true,
    ieps_breakdown: true,
    combine_ieps_with_subtotal: false,
    render_carta_porte: true,
    repeat_signature: false,
    render_iedu: false,
    render_hyp_complement: false,
    render_comercio_exterior: false,
    payroll_options: { tipo_contrato: true, puesto: true, riesgo_puesto: false, antiguedad: false },
  },
} as const satisfies Required<CustomizationInput>;

/** PDF flags with others over them: a flag that is not named stays. */
export function mergePdfOptions(before: PdfOptions, changes: PdfOptions = {}): PdfOptions {
  const merged = Object.entries(changes).map(([name, value]) => {
    const old = before[name];
    return [name, typeof value === 'object' && typeof old === 'object' ? { ...old, ...value } : value];
  });
  return { ...before, ...Object.fromEntries(merged) };
}
