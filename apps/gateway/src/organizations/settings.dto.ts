import {
  DOMAIN,
  MAX_FOLIO,
  PERIODICITIES,
  RECEIPT_DAYS,
  type CustomizationInput,
  type Periodicity,
  type ReceiptSettingsInput,
} from '#contracts';
import { hints } from '#billing';
import { Email, Flag, Integer, ListOf, Nested, OneOf, Text, text } from '#http';
import { PdfOptionsBody } from '../invoices/dto.js';
import type { FolioNumbers } from './folios.js';

/** Absent and null leave a setting as it is. */
const OPTIONAL = { optional: true } as const;

/** Each regime of the catalogue takes some two dozen uses. */
const MAX_USES = 100;

const FOLIO = { ...OPTIONAL, min: 1, max: MAX_FOLIO } as const;

/** The next folios of what names no series: invoices in the customization, and receipts. */
class NextFolioNumbers {
  @Integer({ ...FOLIO, description: 'The next folio in Live; never one that was taken, or below' })
  next_folio_number?: number;
  @Integer({ ...FOLIO, description: 'The next folio in Test; never one that was taken, or below' })
  next_folio_number_test?: number;
}

export const toFolioNumbers = (body: NextFolioNumbers): FolioNumbers => ({
  live: { field: 'next_folio_number', next: body.next_folio_number },
  test: { field: 'next_folio_number_test', next: body.next_folio_number_test },
});

export class CustomizationBody extends NextFolioNumbers {
  @Text({
    ...OPTIONAL,
    max: 7,
    pattern: /^#?[0-9a-fA-F]{6}$/,
    expected: {
      es: 'seis dígitos hexadecimales, como 1F4B99',
      en: 'six hexadecimal digits, such as 1F4B99',
    },
    description: 'Colour of documents, mails and hosted pages: six hexadecimal digits, with or without `#`',
    example: '1F4B99',
  })
  color?: string;
  @Nested(() => PdfOptionsBody, {
    ...OPTIONAL,
    description:
      'What every PDF shows unless its own `pdf_options` say otherwise. Flags not sent stay as they are',
  })
  pdf_extra?: PdfOptionsBody;
}

/** What was sent of colour and PDF flags. */
export function toCustomization({ color, pdf_extra }: CustomizationBody): CustomizationInput {
  if (!pdf_extra) return color === undefined ? {} : { color };
  const { payroll_options, ...flags } = pdf_extra;
  const options = { ...flags, ...(payroll_options && { payroll_options: { ...payroll_options } }) };
  return { ...(color !== undefined && { color }), pdf_extra: options };
}

export class ReceiptSettingsBody extends NextFolioNumbers {
  @OneOf(PERIODICITIES, { ...OPTIONAL, description: 'The period of global invoices' })
  periodicity?: Periodicity;
  @Integer({
    ...{ ...OPTIONAL, ...RECEIPT_DAYS },
    description: 'Days in which a customer may invoice a receipt; 0: until its period ends',
  })
  duration_days?: number;
  @Flag({
    ...OPTIONAL,
    description:
      'Whether receipts that are still open at the end of a period are invoiced globally, in both environments. Another ' +
      'periodicity applies from the next period on',
  })
  auto_global_invoice?: boolean;
}

/** What was sent about receipts, without their numbers. */
export const toReceiptSettings = ({
  periodicity,
  duration_days,
  auto_global_invoice,
}: ReceiptSettingsBody): ReceiptSettingsInput => ({
  ...(periodicity !== undefined && { periodicity }),
  ...(duration_days !== undefined && { duration_days }),
  ...(auto_global_invoice !== undefined && { auto_global_invoice }),
});

export class SelfInvoiceBody {
  @ListOf(text({ max: 4, hint: hints.use }), {
    ...{ ...OPTIONAL, max: MAX_USES },
    description: 'Keys of c_UsoCFDI that customers may choose in the portal, each once; empty: all',
    example: ['G01', 'G03'],
  })
  allowed_cfdi_uses?: string[];
  @Flag({ ...OPTIONAL, description: 'Whether invoices of the portal withhold ISR of RESICO from companies' })
  apply_resico_isr?: boolean;
  @Email({
    ...{ optional: true, nullable: true },
    description:
      'Where customers may write to. A link is mailed to it; until it is opened, hosted pages show the owner’s address. ' +
      'Sent again while it is not verified, another link is mailed; null clears it',
  })
  support_email?: string | null;
}

const domain = {
  ...{ min: 4, max: 50, pattern: DOMAIN },
  expected: {
    es: 'de 4 a 50 caracteres: minúsculas sin acento, dígitos, "-" y "_"; empieza con letra y termina con letra o dígito',
    en: '4 to 50 characters: lower-case letters, digits, "-" and "_"; a letter first, a letter or a digit last',
  },
  example: 'mi-tienda',
} as const;

export class DomainBody {
  @Text({
    ...domain,
    optional: true,
    description: 'Name in the addresses of the portal; it can be chosen only once',
  })
  domain?: string;
  @Text({
    ...{ optional: true, nullable: true, min: 4, max: 253, example: 'facturas.mi-tienda.mx' },
    description:
      'A host of your own under which the portal is answered, too: a name whose DNS leads here. null takes it away',
  })
  custom_domain?: string | null;
}

/** As older SDKs ask whether a domain is free. */
export class DomainCheckBody {
  @Text({ ...domain, description: 'The name that somebody would like to choose' })
  domain!: string;
}

export class DomainQuery {
  @Text({ ...domain, description: 'The name that somebody would like to choose' })
  domain!: string;
}
