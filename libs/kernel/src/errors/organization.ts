import { group } from './entry.js';

export const organizationErrors = group({
  invalid_operation: {
    status: 400,
    es: 'La operación no es válida.',
    en: 'The operation is not valid.',
  },
  invalid_user_id: {
    status: 400,
    es: 'El identificador de usuario no es válido.',
    en: 'The user id is not valid.',
  },
  organization_not_found: {
    status: 404,
    es: 'No se encontró la organización.',
    en: 'The organization was not found.',
  },
  subscription_active_required: {
    status: 402,
    es: 'Esta operación requiere una suscripción activa.',
    en: 'This operation requires an active subscription.',
  },
});

export const seriesErrors = group({
  series_already_exists: {
    status: 409,
    es: 'Ya existe una serie con ese nombre.',
    en: 'A series with that name already exists.',
  },
  series_not_found: {
    status: 404,
    es: 'No se encontró la serie.',
    en: 'The series was not found.',
  },
});

export const webhookErrors = group({
  webhook_delivery_attempt_not_found: {
    status: 404,
    es: 'No se encontró el intento de entrega del webhook.',
    en: 'The webhook delivery attempt was not found.',
  },
  webhook_disabled: {
    status: 409,
    es: 'El webhook está deshabilitado. Habilítelo antes de volver a entregar eventos.',
    en: 'The webhook is disabled. Enable it before you have events delivered again.',
  },
  webhook_limit_reached: {
    status: 409,
    es: 'La organización ya tiene el máximo de webhooks en este ambiente ({limit}). Elimine los que no use.',
    en: 'The organization already has the maximum number of webhooks in this environment ({limit}). Delete those that you do not use.',
  },
  webhook_not_found: {
    status: 404,
    es: 'No se encontró el webhook.',
    en: 'The webhook was not found.',
  },
  webhook_signature_invalid: {
    status: 400,
    es: 'La firma del webhook no es válida.',
    en: 'The webhook signature is not valid.',
  },
});
