import { noticeOf as ofUploads, unusable as ofLinks } from '../onboarding/notices.js';
import { namerOf, type BilingualNotice, type Failures, type Notice } from '../notice.js';
import type { ErrorCode, Language } from '#kernel';

/** Why a link opens nothing. */
export const unusable: Readonly<Record<'completed' | 'expired', BilingualNotice>> = {
  completed: {
    es: {
      title: 'Este enlace ya se usó',
      paragraphs: ['La carta manifiesto ya está firmada: si fue usted, no tiene que hacer nada más.'],
    },
    en: {
      title: 'This link was already used',
      paragraphs: ['The manifesto is signed: if that was you, there is nothing left to do.'],
    },
  },
  expired: ofLinks.expired,
};

const operator: BilingualNotice = {
  es: {
    title: 'Todavía no se puede firmar',
    paragraphs: ['Falta algo de parte de quien le envió este enlace. Avísele, y vuelva a abrirlo después.'],
  },
  en: {
    title: 'It cannot be signed yet',
    paragraphs: [
      'Something is missing on the side of whoever sent you this link. Tell them, and open it again later.',
    ],
  },
};

const failures: Failures = {
  manifesto_link_not_found: ofLinks.unknown,
  manifesto_link_unavailable: unusable.completed,
  manifesto_not_available: operator,
  invalid_request: operator,
  manifesto_signature_failed: {
    es: {
      title: 'El PAC no está disponible',
      paragraphs: [
        'No se pudo obtener el texto de la carta manifiesto. Vuelva a intentarlo en unos minutos.',
      ],
    },
    en: {
      title: 'The PAC is not available',
      paragraphs: ['The text of the manifesto could not be had. Try again in a few minutes.'],
    },
  },
};

const named = namerOf(failures, { es: { title: '', paragraphs: [] }, en: { title: '', paragraphs: [] } });

/** What a refusal is called on a page; those of bodies and files as on the page that takes certificates. */
export const noticeOf = (code: ErrorCode, language: Language): Notice =>
  code in failures ? named(code, language) : ofUploads(code, language);
