import { namerOf, type BilingualNotice, type Failures } from '../notice.js';

/** Why a link opens nothing. */
export const unusable: Readonly<Record<'completed' | 'expired' | 'replaced' | 'unknown', BilingualNotice>> = {
  completed: {
    es: {
      title: 'Este enlace ya se usó',
      paragraphs: [
        'El certificado que se subió con él está guardado: si fue usted, no tiene que hacer nada más.',
        'Para subir otro, pida un enlace nuevo a quien le envió este.',
      ],
    },
    en: {
      title: 'This link was already used',
      paragraphs: [
        'The certificate that was uploaded by it is saved: if that was you, there is nothing left to do.',
        'To upload another one, ask whoever sent you this link for a new one.',
      ],
    },
  },
  expired: {
    es: { title: 'Este enlace venció', paragraphs: ['Pida un enlace nuevo a quien le envió este.'] },
    en: { title: 'This link has expired', paragraphs: ['Ask whoever sent you this link for a new one.'] },
  },
  replaced: {
    es: {
      title: 'Este enlace ya no sirve',
      paragraphs: ['Hay uno más reciente: use el último que recibió, o pida otro a quien se lo envió.'],
    },
    en: {
      title: 'This link no longer works',
      paragraphs: [
        'There is a newer link: use the latest one that you received, or ask whoever sent it for another.',
      ],
    },
  },
  unknown: {
    es: {
      title: 'No encontramos este enlace',
      paragraphs: ['Revise que la dirección esté completa, o pida un enlace nuevo a quien se lo envió.'],
    },
    en: {
      title: 'We did not find this link',
      paragraphs: ['Check that the address is complete, or ask whoever sent you the link for a new one.'],
    },
  },
};

const unreadable: BilingualNotice = {
  es: {
    title: 'No podemos leer lo que se envió',
    paragraphs: ['Aquí se reciben los dos archivos y la contraseña: use el formulario de la página.'],
  },
  en: {
    title: 'We cannot read what was sent',
    paragraphs: ['The two files and the password are taken here: use the form of the page.'],
  },
};

const failures: Failures = {
  onboarding_link_not_found: unusable.unknown,
  organization_not_found: unusable.unknown,
  not_found: unusable.unknown,
  onboarding_link_unavailable: unusable.completed,
  unsupported_media_type: unreadable,
  invalid_multipart_form_data: unreadable,
  multipart_limit_exceeded: unreadable,
  invalid_request: unreadable,
  payload_too_large: {
    es: {
      title: 'Los archivos son demasiado grandes',
      paragraphs: [
        'Los archivos son demasiado grandes para ser del SAT: los suyos pesan unos 2 KB. Revise que eligió el .cer y el .key.',
      ],
    },
    en: {
      title: 'The files are too large',
      paragraphs: [
        'The files are too large to be those of the SAT: theirs have some 2 KB. Check that you chose the .cer and the .key.',
      ],
    },
  },
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
};
const failure: BilingualNotice = {
  es: {
    title: 'Algo salió mal',
    paragraphs: ['Algo salió mal de nuestro lado. Vuelva a intentarlo en unos minutos.'],
  },
  en: {
    title: 'Something went wrong',
    paragraphs: ['Something went wrong on our side. Try again in a few minutes.'],
  },
};

/** What a refusal is called on a page. */
export const noticeOf = namerOf(failures, failure);
