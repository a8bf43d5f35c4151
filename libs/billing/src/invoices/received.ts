import type { Bilingual, Detail } from '#kernel';

/** What only the issuer of a document can do with it. */
export type IssuersAct = 'cancel' | 'copy' | 'mail' | 'pay' | 'substitute';

const messages: Readonly<Record<IssuersAct, Bilingual>> = {
  cancel: {
    es: 'Este documento lo emitió su proveedor y solo él puede cancelarlo: pídale que lo haga.',
    en: 'This document was issued by your supplier, who alone can cancel it: ask them to.',
  },
  copy: {
    es: 'Este documento lo emitió su proveedor y no puede copiarse: cree una factura nueva.',
    en: 'This document was issued by your supplier and cannot be copied: create a new invoice.',
  },
  mail: {
    es: 'Este documento lo emitió su proveedor y no se envía en nombre de su organización: descargue el XML o el PDF.',
    en: 'This document was issued by your supplier and is not sent in the name of your organization: download the XML or the PDF.',
  },
  pay: {
    es: 'Este documento lo emitió su proveedor: el complemento de pago lo emite quien cobra. Impórtelo cuando lo reciba.',
    en: 'This document was issued by your supplier: who is paid issues the payment. Import it when you receive it.',
  },
  substitute: {
    es: 'La factura que sustituye debe haberla emitido su organización, y no un proveedor.',
    en: 'The substitution invoice must have been issued by your organization, not by a supplier.',
  },
};

/** Why something can't be done with a document that was received: the detail of the refusal. */
export const issuersAlone = (
  act: IssuersAct,
  place: Pick<Detail, 'path' | 'location'> = { path: 'invoice_id', location: 'params' },
): Detail => ({ code: 'not_allowed', source: 'service', ...place, message: messages[act] });
