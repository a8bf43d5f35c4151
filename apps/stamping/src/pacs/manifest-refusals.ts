import { field, refuse, refuseFields, type Bilingual, type Detail, type Refused } from '#kernel';
import type { OrganizationPac } from '#contracts';
import type { ManifestOutcome, ManifestTexts } from '#pac';

/** What the API says of a manifest that was not signed. */

const REASONS = {
  credentials: {
    es: 'faltan las credenciales de este PAC',
    en: 'the credentials of this PAC are missing',
  },
} as const satisfies Record<string, Bilingual>;

export const notAvailable = (pac: OrganizationPac, why: keyof typeof REASONS): Refused =>
  refuse('manifesto_not_available', { params: { pac, reason: REASONS[why] } });

/** A FIEL that is kept is never handed on. */
export const filesRequired = (pac: OrganizationPac): Refused =>
  refuse('certificate_files_required', {
    ...{ location: 'files', path: 'cer' },
    details: [
      field('cer', 'required', {
        location: 'files',
        params: { pac },
        message: {
          es: 'El PAC "{pac}" firma él mismo y pide los archivos de la FIEL: envíe "cer", "key" y "password" en un formulario. La FIEL guardada aquí nunca se le entrega.',
          en: 'The PAC "{pac}" signs by itself and asks for the files of the FIEL: send "cer", "key" and "password" as a form. The FIEL that is kept here is never handed on.',
        },
      }),
    ],
  });

/** A FIEL of the tax authority's test world would bind nobody. */
export const testFiel = (): Refused =>
  refuse('fiel_invalid', {
    ...{ location: 'files', path: 'cer' },
    details: [
      field('cer', 'invalid_value', {
        location: 'files',
        message: {
          es: 'La FIEL de "cer" es de pruebas: una carta manifiesto se firma con la FIEL que emitió el SAT.',
          en: 'The FIEL in "cer" is a test one: a manifesto is signed with the FIEL that the SAT issued.',
        },
      }),
    ],
  });

/** Nothing where a manifest was signed, or read. */
export function refusalOf(
  outcome: ManifestOutcome | ManifestTexts,
  pac: OrganizationPac,
): Refused | undefined {
  switch (outcome.kind) {
    case 'signed':
    case 'texts':
    case 'none':
      return undefined;
    case 'needs_files':
      return filesRequired(pac);
    case 'needs_email':
      return refuseFields([field('email', 'required')]);
    case 'not_configured':
      return refuse('manifesto_not_available', {
        params: {
          pac,
          reason: {
            es: `quien administra este servicio debe configurar ${outcome.setting}`,
            en: `the operator of this service has to set ${outcome.setting}`,
          },
        },
      });
    case 'refused':
      return failed({ code: outcome.code ?? 'refused', source: 'pac', message: outcome.message });
    case 'unknown':
      return failed({ code: 'no_answer', source: 'pac', message: NO_ANSWER });
    case 'unavailable':
      return failed({
        ...{ code: outcome.code ?? outcome.trouble ?? 'unavailable', source: 'pac' },
        message: outcome.trouble === 'account' ? ACCOUNT : NOT_REACHED,
      });
  }
}

const failed = (detail: Detail): Refused => refuse('manifesto_signature_failed', { details: [detail] });

const NO_ANSWER: Bilingual = {
  es: 'El PAC no contestó a tiempo o no se entiende su respuesta: quizá la carta manifiesto quedó firmada. Vuelva a firmarla; hacerlo dos veces no daña nada.',
  en: 'The PAC did not answer in time, or its answer is not understood: the manifesto may be signed. Sign it again; doing it twice does no harm.',
};
const NOT_REACHED: Bilingual = {
  es: 'El PAC no está disponible en este momento: la carta manifiesto no se firmó. Vuelva a intentarlo.',
  en: 'The PAC is not available at the moment: the manifesto was not signed. Try again.',
};
const ACCOUNT: Bilingual = {
  es: 'El PAC no acepta las credenciales de la cuenta: la carta manifiesto no se firmó. Revíselas en PUT /organizations/{id}/pacs.',
  en: 'The PAC does not take the credentials of the account: the manifesto was not signed. Check them in PUT /organizations/{id}/pacs.',
};
