import { namerOf, type BilingualNotice, type Failures } from '../notice.js';

export const saved: BilingualNotice = {
  es: {
    title: '¡Gracias! Sus datos quedaron guardados',
    paragraphs: ['Sus próximas facturas se emiten con ellos. Ya puede cerrar esta página.'],
  },
  en: {
    title: 'Thank you! Your details are saved',
    paragraphs: ['Your next invoices are issued with them. You can close this page now.'],
  },
};

/** Why a link opens nothing. */
export const unusable: Readonly<Record<'completed' | 'expired' | 'replaced' | 'unknown', BilingualNotice>> = {
  completed: {
    es: {
      title: 'Este enlace ya se usó',
      paragraphs: [
        'Los datos que se enviaron con él están guardados: si fue usted, no tiene que hacer nada más.',
        'Para cambiarlos otra vez, pida un enlace nuevo a quien le factura.',
      ],
    },
    en: {
      title: 'This link was already used',
      paragraphs: [
        'The details that were sent with it are saved: if that was you, there is nothing left to do.',
        'To change them again, ask the company that invoices you for a new link.',
      ],
    },
  },
  expired: {
    es: { title: 'Este enlace venció', paragraphs: ['Pida un enlace nuevo a quien le factura.'] },
    en: { title: 'This link has expired', paragraphs: ['Ask the company that invoices you for a new one.'] },
  },
  replaced: {
    es: {
      title: 'Este enlace ya no sirve',
      paragraphs: ['Hay uno más reciente: use el último que recibió, o pida otro a quien le factura.'],
    },
    en: {
      title: 'This link no longer works',
      paragraphs: [
        'There is a newer link: use the latest one that you received, or ask the company that invoices you for another.',
      ],
    },
  },
  unknown: {
    es: {
      title: 'No encontramos este enlace',
      paragraphs: ['Revise que la dirección esté completa, o pida un enlace nuevo a quien le factura.'],
    },
    en: {
      title: 'We did not find this link',
      paragraphs: [
        'Check that the address is complete, or ask the company that invoices you for a new link.',
      ],
    },
  },
};

const failures: Failures = {
  customer_edit_link_not_found: unusable.unknown,
  not_found: unusable.unknown,
  customer_edit_link_unavailable: unusable.completed,
  forbidden: {
    es: {
      title: 'Este envío no vino de nuestra página',
      paragraphs: ['No se guardó nada. Abra el enlace que recibió y envíe el formulario desde ahí.'],
    },
    en: {
      title: 'This was not sent from our page',
      paragraphs: ['Nothing was saved. Open the link that you got and send the form from there.'],
    },
  },
  unsupported_media_type: {
    es: {
      title: 'No podemos leer lo que se envió',
      paragraphs: ['No se guardó nada. Aquí se reciben formularios: abra el enlace y llene el de la página.'],
    },
    en: {
      title: 'We cannot read what was sent',
      paragraphs: ['Nothing was saved. Forms are taken here: open the link and fill in the one of the page.'],
    },
  },
  payload_too_large: {
    es: { title: 'Es demasiado largo', paragraphs: ['No se guardó nada. Acorte lo que escribió.'] },
    en: { title: 'This is too long', paragraphs: ['Nothing was saved. Shorten what you wrote.'] },
  },
};
const failure: BilingualNotice = {
  es: { title: 'Algo salió mal', paragraphs: ['No se guardó nada. Vuelva a intentarlo en unos minutos.'] },
  en: { title: 'Something went wrong', paragraphs: ['Nothing was saved. Try again in a few minutes.'] },
};

/** What a refusal is called on a page. */
export const noticeOf = namerOf(failures, failure);
