import type { ErrorCode, Language } from '#kernel';

export type FieldName = 'cer' | 'key' | 'password';

type Words = Readonly<Record<Language, string>>;

const CHOOSE: Readonly<Record<'cer' | 'key', Words>> = {
  cer: {
    es: 'Elija el archivo del certificado: termina en .cer.',
    en: 'Choose the file of the certificate: it ends in .cer.',
  },
  key: {
    es: 'Elija el archivo de la llave privada: termina en .key.',
    en: 'Choose the file of the private key: it ends in .key.',
  },
};
const TOO_LARGE: Words = {
  es: 'Este archivo es demasiado grande para ser del SAT: los suyos pesan unos 2 KB.',
  en: 'This file is too large to be one of the SAT: theirs have some 2 KB.',
};

/** What the API says to programmers, for people; everything else is said as the API says it. */
const OWN: Readonly<Partial<Record<FieldName, Readonly<Record<string, Words>>>>> = {
  cer: {
    certificate_files_required: CHOOSE.cer,
    certificate_file_required: CHOOSE.cer,
    payload_too_large: TOO_LARGE,
    feature_not_available: {
      es: 'Este servicio todavía no puede recibir certificados de producción. Avise a quien le envió el enlace.',
      en: 'This service cannot take certificates of production yet. Tell whoever sent you the link.',
    },
    csd_required: {
      es: 'Este certificado es de una e.firma (FIEL). Elija el del sello digital (CSD).',
      en: 'This certificate is of an e.firma (FIEL). Choose the one of the digital seal (CSD).',
    },
  },
  key: {
    certificate_files_required: CHOOSE.key,
    private_key_file_required: CHOOSE.key,
    payload_too_large: TOO_LARGE,
  },
  password: {
    required: {
      es: 'Escriba la contraseña de la llave privada.',
      en: 'Type the password of the private key.',
    },
    multipart_limit_exceeded: { es: 'Es demasiado larga.', en: 'This is too long.' },
  },
};

/** The page's own words for a problem of a field; a refusal's own code says more than those of its details. */
export const ownWords = (
  name: FieldName,
  root: ErrorCode,
  code: string,
  language: Language,
): string | undefined => (OWN[name]?.[root] ?? OWN[name]?.[code])?.[language];
