import { namerOf, type BilingualNotice, type Failures } from '../notice.js';

/** The words of the page on which the owner of an address confirms it. */
export const texts = {
  es: {
    title: 'Confirme su dirección',
    lead: (organization: string, email: string) =>
      `${organization} quiere mostrar ${email} a sus clientes como correo de soporte.`,
    until: (at: string) => `El enlace sirve una sola vez y vence el ${at}.`,
    confirm: 'Confirmar que es mía',
    otherwise: 'Si no es suya, cierre esta página: no se muestra a nadie.',
  },
  en: {
    title: 'Confirm your address',
    lead: (organization: string, email: string) =>
      `${organization} would like to show ${email} to its customers as its support address.`,
    until: (at: string) => `The link works once and expires on ${at}.`,
    confirm: 'Confirm that it is mine',
    otherwise: 'If it is not yours, close this page: it is shown to nobody.',
  },
} as const;

export const verified = (organization: string, email: string): BilingualNotice => ({
  es: {
    title: 'La dirección está confirmada',
    paragraphs: [`Los clientes de ${organization} ya ven ${email}. Puede cerrar esta página.`],
  },
  en: {
    title: 'The address is confirmed',
    paragraphs: [`Customers of ${organization} can see ${email} now. You can close this page.`],
  },
});

/** Why a link opens nothing. */
export const unusable: Readonly<Record<'expired' | 'replaced' | 'unknown', BilingualNotice>> = {
  expired: {
    es: {
      title: 'Este enlace venció',
      paragraphs: ['Pida otro: se envía cuando la dirección se guarda otra vez en los ajustes.'],
    },
    en: {
      title: 'This link has expired',
      paragraphs: ['Ask for another one: it is sent when the address is saved again in the settings.'],
    },
  },
  replaced: {
    es: {
      title: 'Este enlace ya no sirve',
      paragraphs: ['Hay uno más reciente, o la dirección cambió: use el último que recibió.'],
    },
    en: {
      title: 'This link no longer works',
      paragraphs: ['There is a newer one, or the address was changed: use the latest one that you received.'],
    },
  },
  unknown: {
    es: { title: 'No encontramos este enlace', paragraphs: ['Revise que la dirección esté completa.'] },
    en: { title: 'We did not find this link', paragraphs: ['Check that the address is complete.'] },
  },
};

const failures: Failures = {
  support_email_link_not_found: unusable.unknown,
  not_found: unusable.unknown,
  support_email_link_unavailable: unusable.replaced,
  forbidden: {
    es: {
      title: 'Este envío no vino de nuestra página',
      paragraphs: ['No se confirmó nada. Abra el enlace que recibió y confirme desde ahí.'],
    },
    en: {
      title: 'This was not sent from our page',
      paragraphs: ['Nothing was confirmed. Open the link that you got and confirm from there.'],
    },
  },
};
const failure: BilingualNotice = {
  es: { title: 'Algo salió mal', paragraphs: ['No se confirmó nada. Vuelva a intentarlo en unos minutos.'] },
  en: { title: 'Something went wrong', paragraphs: ['Nothing was confirmed. Try again in a few minutes.'] },
};

/** What a refusal is called on a page. */
export const noticeOf = namerOf(failures, failure);
