import type { ErrorCode, Language } from '#kernel';
import type { InvitationState } from '../../organizations/invitation-links.js';

export interface Notice {
  readonly title: string;
  readonly paragraphs: readonly string[];
}
type Bilingual = Readonly<Record<Language, Notice>>;

const unknown: Bilingual = {
  es: {
    title: 'No encontramos esta invitación',
    paragraphs: ['Revise que la dirección esté completa, o pida a quien le invitó que le envíe otra.'],
  },
  en: {
    title: 'We did not find this invitation',
    paragraphs: ['Check that the address is complete, or ask whoever invited you to send another one.'],
  },
};

/** What became of an invitation that can't be answered any more. */
export const closed: Readonly<Record<Exclude<InvitationState, 'open'>, Bilingual>> = {
  accepted: {
    es: {
      title: 'La invitación está aceptada',
      paragraphs: [
        'El usuario de esta dirección ya tiene acceso. Puede cerrar esta página.',
        'Si su usuario se creó con esta invitación, su llave se mostró una sola vez. Si no alcanzó a guardarla, pida otra a quien administra este servicio.',
      ],
    },
    en: {
      title: 'The invitation is accepted',
      paragraphs: [
        'The user of this address has access now. You can close this page.',
        'If this invitation created your user, your key was shown once. If you could not save it, ask whoever runs this service for another one.',
      ],
    },
  },
  declined: {
    es: {
      title: 'La invitación está rechazada',
      paragraphs: ['No se dio ningún acceso. Si cambia de opinión, pida otra invitación a quien le invitó.'],
    },
    en: {
      title: 'The invitation is declined',
      paragraphs: ['No access was given. If you change your mind, ask whoever invited you for another one.'],
    },
  },
  canceled: {
    es: {
      title: 'La invitación fue cancelada',
      paragraphs: ['La organización la retiró. Si es un error, pida otra a quien le invitó.'],
    },
    en: {
      title: 'The invitation was cancelled',
      paragraphs: [
        'The organization withdrew it. If that is a mistake, ask whoever invited you for another one.',
      ],
    },
  },
  replaced: {
    es: {
      title: 'Este enlace ya no sirve',
      paragraphs: ['Se le envió otro correo con una invitación más reciente: use el enlace de ese.'],
    },
    en: {
      title: 'This link no longer works',
      paragraphs: ['You were sent another mail with a newer invitation: use the link of that one.'],
    },
  },
  expired: {
    es: {
      title: 'La invitación venció',
      paragraphs: ['Pida a quien le invitó que le envíe otra.'],
    },
    en: {
      title: 'The invitation has expired',
      paragraphs: ['Ask whoever invited you to send another one.'],
    },
  },
  'role gone': {
    es: {
      title: 'La invitación ya no puede aceptarse',
      paragraphs: [
        'El rol que ofrecía ya no existe, o quien le invitó ya no puede darlo. Pida otra invitación a la organización.',
      ],
    },
    en: {
      title: 'The invitation can no longer be accepted',
      paragraphs: [
        'The role that it offered is gone, or whoever invited you can no longer give it. Ask the organization for another one.',
      ],
    },
  },
};

const failures: Readonly<Partial<Record<ErrorCode, Bilingual>>> = {
  invite_not_found: unknown,
  not_found: unknown,
  organization_not_found: unknown,
  invite_expired: closed.expired,
  invite_role_unavailable: closed['role gone'],
  user_already_in_organization: {
    es: {
      title: 'Ya pertenece a la organización',
      paragraphs: ['El usuario de esta dirección ya tiene acceso: no hace falta aceptar nada.'],
    },
    en: {
      title: 'You belong to the organization already',
      paragraphs: ['The user of this address has access already: there is nothing to accept.'],
    },
  },
  user_suspended: {
    es: {
      title: 'Su usuario está suspendido',
      paragraphs: ['No se dio ningún acceso. Consulte a quien administra este servicio.'],
    },
    en: {
      title: 'Your user is suspended',
      paragraphs: ['No access was given. Ask whoever runs this service.'],
    },
  },
  forbidden: {
    es: {
      title: 'Este envío no vino de nuestra página',
      paragraphs: ['No se respondió nada. Abra el enlace que recibió y responda desde ahí.'],
    },
    en: {
      title: 'This was not sent from our page',
      paragraphs: ['Nothing was answered. Open the link that you got and answer from there.'],
    },
  },
  rate_limit_exceeded: {
    es: { title: 'Demasiados intentos', paragraphs: ['Espere un minuto y vuelva a intentarlo.'] },
    en: { title: 'Too many attempts', paragraphs: ['Wait a minute and try again.'] },
  },
};
const failure: Bilingual = {
  es: {
    title: 'Algo salió mal',
    paragraphs: ['Abra el enlace otra vez en unos minutos: la página le dirá si la respuesta se recibió.'],
  },
  en: {
    title: 'Something went wrong',
    paragraphs: ['Open the link again in a few minutes: the page tells whether your answer was received.'],
  },
};

/** What a refusal is called on a page. */
export const noticeOf = (code: ErrorCode, language: Language): Notice =>
  (failures[code] ?? failure)[language];
