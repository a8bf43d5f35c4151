import type { ReceiptState } from './receipts.js';
import { namerOf, type BilingualNotice, type Failures } from '../notice.js';

/** Why a receipt can't be invoiced here any more. */
export const closed: Readonly<Record<Exclude<ReceiptState, 'open' | 'invoiced'>, BilingualNotice>> = {
  expired: {
    es: {
      title: 'El plazo para facturar este ticket terminó',
      paragraphs: [
        'Ya no puede facturarse en esta página.',
        'Comuníquese con el negocio donde compró: puede que todavía le haga la factura.',
      ],
    },
    en: {
      title: 'The time to invoice this receipt is over',
      paragraphs: [
        'It can no longer be invoiced on this page.',
        'Contact the business where you bought: it may still be able to invoice it for you.',
      ],
    },
  },
  canceled: {
    es: {
      title: 'Este ticket está cancelado',
      paragraphs: [
        'La venta se canceló y no puede facturarse.',
        'Si cree que es un error, comuníquese con el negocio donde compró.',
      ],
    },
    en: {
      title: 'This receipt is canceled',
      paragraphs: [
        'The sale was canceled and cannot be invoiced.',
        'If you think this is a mistake, contact the business where you bought.',
      ],
    },
  },
  global: {
    es: {
      title: 'Este ticket ya está en la factura global',
      paragraphs: [
        'Nadie lo facturó a tiempo, así que el negocio lo incluyó en su factura global del periodo.',
        'Si necesita una factura a su nombre, pídala al negocio donde compró y dele la clave del ticket.',
      ],
    },
    en: {
      title: 'This receipt is in the global invoice already',
      paragraphs: [
        'Nobody invoiced it in time, so the business included it in its global invoice of the period.',
        'If you need an invoice in your name, ask the business where you bought and give them the key of the receipt.',
      ],
    },
  },
};

/** A page of nobody's: a name that no organization has. */
export const nobody: BilingualNotice = {
  es: {
    title: 'No encontramos esta página',
    paragraphs: ['Revise que la dirección esté completa, como viene en su ticket.'],
  },
  en: {
    title: 'We did not find this page',
    paragraphs: ['Check that the address is complete, as it is on your receipt.'],
  },
};

export const tooManyKeys = (minutes: number): BilingualNotice => ({
  es: {
    title: 'Demasiadas claves equivocadas',
    paragraphs: [
      `Por seguridad, espere ${minutes === 1 ? 'un minuto' : `${minutes} minutos`} y vuelva a intentarlo.`,
      'La clave de su ticket sigue siendo válida.',
    ],
  },
  en: {
    title: 'Too many wrong keys',
    paragraphs: [
      `To be safe, wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`,
      'The key of your receipt is still valid.',
    ],
  },
});

const failures: Failures = {
  receipt_not_found: nobody,
  not_found: nobody,
  receipt_not_open: {
    es: {
      title: 'Este ticket se está facturando',
      paragraphs: [
        'Alguien pidió su factura hace un momento. Espere unos minutos y abra otra vez la página del ticket.',
      ],
    },
    en: {
      title: 'This receipt is being invoiced',
      paragraphs: [
        'Somebody asked for its invoice a moment ago. Wait some minutes and open the page of the receipt again.',
      ],
    },
  },
  receipt_expired: closed.expired,
  organization_incomplete: {
    es: {
      title: 'Este negocio todavía no puede facturar',
      paragraphs: [
        'Le falta terminar su alta. Guarde su ticket e inténtelo más tarde, o comuníquese con el negocio.',
      ],
    },
    en: {
      title: 'This business cannot invoice yet',
      paragraphs: [
        'Its registration is not complete. Keep your receipt and try later, or contact the business.',
      ],
    },
  },
  forbidden: {
    es: {
      title: 'Este envío no vino de nuestra página',
      paragraphs: ['No se emitió nada. Abra la página de su ticket y envíe el formulario desde ahí.'],
    },
    en: {
      title: 'This was not sent from our page',
      paragraphs: ['Nothing was issued. Open the page of your receipt and send the form from there.'],
    },
  },
  payload_too_large: {
    es: { title: 'Es demasiado largo', paragraphs: ['No se emitió nada. Acorte lo que escribió.'] },
    en: { title: 'This is too long', paragraphs: ['Nothing was issued. Shorten what you wrote.'] },
  },
  service_unavailable: {
    es: {
      title: 'No pudimos responder a tiempo',
      paragraphs: [
        'Espere un momento y abra otra vez la página de su ticket: si la factura se emitió, ahí está.',
      ],
    },
    en: {
      title: 'We could not answer in time',
      paragraphs: [
        'Wait a moment and open the page of your receipt again: if the invoice was issued, it is there.',
      ],
    },
  },
};

const failure: BilingualNotice = {
  es: {
    title: 'Algo salió mal',
    paragraphs: ['Abra otra vez la página de su ticket en unos minutos: si la factura se emitió, ahí está.'],
  },
  en: {
    title: 'Something went wrong',
    paragraphs: [
      'Open the page of your receipt again in some minutes: if the invoice was issued, it is there.',
    ],
  },
};

/** What a refusal is called on a page. */
export const noticeOf = namerOf(failures, failure);
