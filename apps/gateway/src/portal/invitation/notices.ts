import type { InvitationState } from '../../organizations/invitation-links.js';
import { namerOf, type BilingualNotice, type Failures } from '../notice.js';

const unknown: BilingualNotice = {
  es: {
    title: 'No encontramos esta invitación',
    paragraphs: [
      'Revise que la dirección esté completa, o pida a la persona que le invitó que le envíe otra.',
    ],
  },
  en: {
    title: 'We did not find this invitation',
    paragraphs: [
      'Check that the address is complete, or ask the person who invited you to send another one.',
    ],
  },
};

/** What became of an invitation that can't be answered any more. */
export const closed: Readonly<Record<Exclude<InvitationState, 'open'>, BilingualNotice>> = {
  accepted: {
    es: {
      title: 'La invitación ya fue aceptada',
      paragraphs: [
        'El usuario de este correo ya tiene acceso. Puede cerrar esta página.',
        'Si su usuario se creó con esta invitación, su llave se mostró una sola vez. Si no alcanzó a guardarla, pida otra al operador de este servicio.',
      ],
    },
    en: {
      title: 'The invitation has been accepted',
      paragraphs: [
        'The user of this address now has access. You can close this page.',
        'If this invitation created your user, your key was shown once. If you could not save it, ask the operator of this service for another one.',
      ],
    },
  },
  declined: {
    es: {
      title: 'La invitación fue rechazada',
      paragraphs: [
        'No se otorgó ningún acceso. Si cambia de opinión, pida otra invitación a la persona que le invitó.',
      ],
    },
    en: {
      title: 'The invitation has been declined',
      paragraphs: [
        'No access was given. If you change your mind, ask the person who invited you for another one.',
      ],
    },
  },
  canceled: {
    es: {
      title: 'La invitación fue cancelada',
      paragraphs: ['La organización la retiró. Si es un error, pida otra a la persona que le invitó.'],
    },
    en: {
      title: 'The invitation was cancelled',
      paragraphs: [
        'The organization withdrew it. If that is a mistake, ask the person who invited you for another one.',
      ],
    },
  },
  replaced: {
    es: {
      title: 'Este enlace ya no sirve',
      paragraphs: ['Se le envió otro correo con una invitación más reciente: use el enlace de ese correo.'],
    },
    en: {
      title: 'This link no longer works',
      paragraphs: ['You were sent another mail with a newer invitation: use the link in that mail.'],
    },
  },
  expired: {
    es: {
      title: 'La invitación venció',
      paragraphs: ['Pida a la persona que le invitó que le envíe otra.'],
    },
    en: {
      title: 'The invitation has expired',
      paragraphs: ['Ask the person who invited you to send another one.'],
    },
  },
  'role gone': {
    es: {
      title: 'La invitación ya no puede aceptarse',
      paragraphs: [
        'El rol ofrecido ya no existe, o la persona que le invitó ya no puede otorgarlo. Pida otra invitación a la organización.',
      ],
    },
    en: {
      title: 'The invitation can no longer be accepted',
      paragraphs: [
        'The role that it offered no longer exists, or the person who invited you can no longer give it. Ask the organization for another one.',
      ],
    },
  },
};

const failures: Failures = {
  invite_not_found: unknown,
  not_found: unknown,
  organization_not_found: unknown,
  invite_expired: closed.expired,
  invite_role_unavailable: closed['role gone'],
  user_already_in_organization: {
    es: {
      title: 'Ya pertenece a la organización',
      paragraphs: ['El usuario de este correo ya tiene acceso: no hace falta aceptar nada.'],
    },
    en: {
      title: 'You already belong to the organization',
      paragraphs: ['The user of this address already has access: there is nothing to accept.'],
    },
  },
  user_suspended: {
    es: {
      title: 'Su usuario está suspendido',
      paragraphs: ['No se otorgó ningún acceso. Consulte al operador de este servicio.'],
    },
    en: {
      title: 'Your user is suspended',
      paragraphs: ['No access was given. Ask the operator of this service.'],
    },
  },
  forbidden: {
    es: {
      title: 'Este envío no vino de nuestra página',
      paragraphs: ['No se registró ninguna respuesta. Abra el enlace que recibió y responda desde ahí.'],
    },
    en: {
      title: 'This was not sent from our page',
      paragraphs: ['No answer was recorded. Open the link that you received and answer from there.'],
    },
  },
};
const failure: BilingualNotice = {
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
export const noticeOf = namerOf(failures, failure);
