import { field, refuse, type Refused } from '#kernel';
import type { DownloadFiel } from '#contracts';

const WHY = {
  missing: {
    es: 'La organización no tiene una FIEL (e.firma) de su RFC: súbala en PUT /organizations/{id}/fiel.',
    en: 'The organization has no FIEL (e.firma) of its RFC: upload it with PUT /organizations/{id}/fiel.',
  },
  expired: {
    es: 'La FIEL (e.firma) de la organización está vencida: renuévela en el SAT y súbala en PUT /organizations/{id}/fiel.',
    en: 'The FIEL (e.firma) of the organization has expired: renew it at the SAT and upload it with PUT /organizations/{id}/fiel.',
  },
  not_of_sat: {
    es: 'La FIEL (e.firma) guardada es de pruebas: el SAT solo entrega documentos a la que él emitió.',
    en: 'The FIEL (e.firma) that is kept is a test one: the SAT hands out documents only to one that it issued.',
  },
};

/** The SAT hands out documents to the holder of the FIEL alone. */
export const noFiel = (fiel: Exclude<DownloadFiel, 'ready'>, organizationId: string): Refused =>
  refuse('fiel_required', {
    details: [field('', 'fiel_required', { message: WHY[fiel], params: { id: organizationId } })],
  });
