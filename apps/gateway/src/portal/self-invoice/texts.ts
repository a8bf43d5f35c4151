import type { Language } from '#kernel';
import type { FieldName } from './submission.js';

/** What the widget says by itself, where there is no answer. */
export interface NoticeText {
  readonly title: string;
  readonly text: string;
}

interface FieldText {
  readonly label: string;
  readonly hint?: string;
}

export interface Texts {
  readonly askTitle: string;
  readonly askLead: string;
  readonly another: string;
  readonly retry: string;
  readonly offline: NoticeText;
  readonly failed: NoticeText;
  readonly find: string;
  readonly wrongKey: string;
  readonly wait: string;
  readonly invoiced: string;
  readonly tooMany: (most: number) => string;
  readonly title: string;
  readonly lead: (organization: string) => string;
  readonly receipt: string;
  readonly receipts: string;
  readonly facts: Readonly<Record<'number' | 'date' | 'branch' | 'payment' | 'until', string>>;
  readonly lines: Readonly<Record<'quantity' | 'what' | 'amount', string>>;
  readonly linesTitle: string;
  readonly moreLines: (count: number) => string;
  readonly totals: Readonly<Record<'subtotal' | 'discount' | 'total', string>>;
  readonly sum: (count: number) => string;
  readonly withheld: string;
  readonly exempt: string;
  readonly more: string;
  readonly moreLead: string;
  readonly add: string;
  readonly remove: (key: string) => string;
  readonly data: string;
  readonly optional: string;
  readonly choose: string;
  readonly fisica: string;
  readonly moral: string;
  readonly usesTitle: string;
  readonly preview: string;
  readonly checking: string;
  readonly nothingYet: string;
  readonly wrong: string;
  readonly notIssued: string;
  readonly previewTitle: string;
  readonly previewLead: string;
  readonly to: string;
  readonly issue: string;
  readonly issuing: string;
  readonly change: string;
  readonly final: string;
  readonly pendingTitle: string;
  readonly pending: readonly string[];
  readonly again: string;
  readonly doneTitle: string;
  readonly doneLead: string;
  readonly mailed: string;
  readonly invoice: Readonly<Record<'folio' | 'uuid' | 'date' | 'total', string>>;
  readonly download: string;
  readonly pdf: string;
  readonly xml: string;
  readonly verify: string;
  readonly mail: string;
  readonly mailHint: string;
  readonly send: string;
  readonly sending: string;
  readonly fields: Readonly<Record<FieldName, FieldText>>;
}

const es: Texts = {
  askTitle: 'Facture su compra',
  askLead: 'Escriba la clave que viene en su ticket: son ocho letras y números.',
  another: 'Facturar otro ticket',
  retry: 'Intentar de nuevo',
  offline: {
    title: 'No hay conexión',
    text: 'Revise su conexión a internet e inténtelo de nuevo. Lo que escribió sigue aquí.',
  },
  failed: {
    title: 'No pudimos responder',
    text: 'Espere un momento e inténtelo de nuevo. Si la factura se emitió, la verá con la misma clave.',
  },
  find: 'Buscar mi ticket',
  wrongKey: 'No hay un ticket con esta clave. Revísela: no lleva 0, 1, O, I ni L.',
  wait: 'Demasiadas claves equivocadas: espere unos minutos.',
  invoiced: 'ya está facturado.',
  tooMany: (most) => `Caben hasta ${most} tickets en una factura.`,
  title: 'Facture su compra',
  lead: (organization) => `Revise su ticket de ${organization} y escriba sus datos fiscales.`,
  receipt: 'Su ticket',
  receipts: 'Sus tickets',
  facts: {
    number: 'Ticket',
    date: 'Fecha de compra',
    branch: 'Sucursal',
    payment: 'Forma de pago',
    until: 'Puede facturarlo hasta',
  },
  lines: { quantity: 'Cant.', what: 'Concepto', amount: 'Importe' },
  linesTitle: 'Conceptos',
  moreLines: (count) => `y ${count} conceptos más`,
  totals: { subtotal: 'Subtotal', discount: 'Descuento', total: 'Total' },
  sum: (count) => `Total de ${count} tickets`,
  withheld: 'retenido',
  exempt: 'exento',
  more: 'Facturar varios tickets juntos',
  moreLead: 'Si tiene otros tickets de este negocio, agréguelos y quedan en la misma factura.',
  add: 'Agregar ticket',
  remove: (key) => `Quitar ${key}`,
  data: 'Datos fiscales',
  optional: '(opcional)',
  choose: 'Elija una opción',
  fisica: 'Personas físicas',
  moral: 'Personas morales',
  usesTitle: '¿Qué uso elijo?',
  preview: 'Ver mi factura',
  checking: 'Revisando…',
  nothingYet: 'Todavía no se emite nada: primero verá cómo queda.',
  wrong: 'Revise estos datos',
  notIssued: 'La factura no se emitió',
  previewTitle: 'Así queda su factura',
  previewLead: 'Revísela antes de emitirla.',
  to: 'A nombre de',
  issue: 'Emitir factura',
  issuing: 'Emitiendo…',
  change: 'Corregir datos',
  final: 'Una vez emitida, ya no puede cambiarse aquí.',
  pendingTitle: 'Estamos emitiendo su factura',
  pending: [
    'El SAT tarda más de lo normal. Esta página se actualiza sola.',
    'Puede cerrarla y volver después con la misma clave: aquí mismo podrá descargar su factura.',
  ],
  again: 'Actualizar ahora',
  doneTitle: 'Su factura está lista',
  doneLead: 'Con la clave de su ticket puede volver a descargarla aquí cuando quiera.',
  mailed: 'La enviamos a su correo.',
  invoice: { folio: 'Folio', uuid: 'Folio fiscal (UUID)', date: 'Fecha', total: 'Total' },
  download: 'Descargar',
  pdf: 'PDF',
  xml: 'XML',
  verify: 'Verificarla en el SAT',
  mail: 'Enviarla por correo',
  mailHint: 'Se envían el PDF y el XML. No guardamos aquí esta dirección.',
  send: 'Enviar',
  sending: 'Enviando…',
  fields: {
    key: {
      label: 'Clave del ticket',
      hint: 'Ocho letras y números; da igual si usa mayúsculas o minúsculas.',
    },
    tax_id: { label: 'RFC', hint: '13 caracteres de una persona física, 12 de una persona moral.' },
    legal_name: {
      label: 'Nombre o razón social',
      hint: 'Como está en su Constancia de Situación Fiscal; sin el régimen de capital (S.A. de C.V. y similares).',
    },
    'address.zip': { label: 'Código postal', hint: 'El de su domicilio fiscal.' },
    tax_system: { label: 'Régimen fiscal' },
    use: { label: 'Uso', hint: 'Para qué va a usar la factura.' },
    email: { label: 'Correo electrónico', hint: 'Ahí le enviamos el PDF y el XML.' },
  },
};

const en: Texts = {
  askTitle: 'Invoice your purchase',
  askLead: 'Enter the key that is printed on your receipt: eight letters and digits.',
  another: 'Invoice another receipt',
  retry: 'Try again',
  offline: {
    title: 'There is no connection',
    text: 'Check your internet connection and try again. What you typed is still here.',
  },
  failed: {
    title: 'We could not answer',
    text: 'Wait a moment and try again. If the invoice was issued, you will see it with the same key.',
  },
  find: 'Find my receipt',
  wrongKey: 'There is no receipt with this key. Check it: it has no 0, 1, O, I or L.',
  wait: 'Too many wrong keys: wait some minutes.',
  invoiced: 'is invoiced already.',
  tooMany: (most) => `An invoice takes up to ${most} receipts.`,
  title: 'Invoice your purchase',
  lead: (organization) => `Check your receipt of ${organization} and enter your tax details.`,
  receipt: 'Your receipt',
  receipts: 'Your receipts',
  facts: {
    number: 'Receipt',
    date: 'Date of purchase',
    branch: 'Branch',
    payment: 'Payment form',
    until: 'Can be invoiced until',
  },
  lines: { quantity: 'Qty.', what: 'Item', amount: 'Amount' },
  linesTitle: 'Items',
  moreLines: (count) => `and ${count} more items`,
  totals: { subtotal: 'Subtotal', discount: 'Discount', total: 'Total' },
  sum: (count) => `Total of ${count} receipts`,
  withheld: 'withheld',
  exempt: 'exempt',
  more: 'Invoice several receipts together',
  moreLead: 'If you have other receipts of this business, add them and they go into the same invoice.',
  add: 'Add receipt',
  remove: (key) => `Remove ${key}`,
  data: 'Tax details',
  optional: '(optional)',
  choose: 'Choose one',
  fisica: 'Individuals',
  moral: 'Companies',
  usesTitle: 'Which use do I choose?',
  preview: 'See my invoice',
  checking: 'Checking…',
  nothingYet: 'Nothing is issued yet: you will see it first.',
  wrong: 'Check these details',
  notIssued: 'The invoice was not issued',
  previewTitle: 'This will be your invoice',
  previewLead: 'Check it before it is issued.',
  to: 'Made out to',
  issue: 'Issue invoice',
  issuing: 'Issuing…',
  change: 'Change details',
  final: 'Once it is issued, it cannot be changed here.',
  pendingTitle: 'Your invoice is being issued',
  pending: [
    'The tax authority takes longer than usual. This page refreshes by itself.',
    'You can close it and come back later with the same key: you can download your invoice here.',
  ],
  again: 'Refresh now',
  doneTitle: 'Your invoice is ready',
  doneLead: 'With the key of your receipt you can download it here again at any time.',
  mailed: 'We sent it to your e-mail address.',
  invoice: { folio: 'Folio', uuid: 'Fiscal folio (UUID)', date: 'Date', total: 'Total' },
  download: 'Download',
  pdf: 'PDF',
  xml: 'XML',
  verify: 'Verify it at the tax authority',
  mail: 'Send it by e-mail',
  mailHint: 'The PDF and the XML are sent. We do not keep this address here.',
  send: 'Send',
  sending: 'Sending…',
  fields: {
    key: { label: 'Key of the receipt', hint: 'Eight letters and digits, in upper or lower case.' },
    tax_id: { label: 'RFC', hint: '13 characters for an individual, 12 for a company.' },
    legal_name: {
      label: 'Legal name',
      hint: 'As on your Constancia de Situación Fiscal, without the corporate suffix (S.A. de C.V. and the like).',
    },
    'address.zip': { label: 'Postal code', hint: 'That of your tax address.' },
    tax_system: { label: 'Tax regime' },
    use: { label: 'Use', hint: 'What you will use the invoice for.' },
    email: { label: 'E-mail', hint: 'We send you the PDF and the XML there.' },
  },
};

export const texts: Readonly<Record<Language, Texts>> = { es, en };
