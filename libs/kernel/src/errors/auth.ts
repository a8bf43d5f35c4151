import { group } from './entry.js';

/** Credentials, permissions and subscriptions. */
export const authErrors = group({
  api_key_invalid: {
    status: 401,
    es: 'La llave de API no es válida. Revise que esté completa y sin comillas; si se renovó, use la nueva.',
    en: 'The API key is not valid. Check that it is whole and without quotes; if it was renewed, use the new one.',
  },
  api_key_not_allowed: {
    status: 403,
    es: 'Este tipo de llave de API no puede realizar esta operación (llaves que la realizan: {kinds}).',
    en: 'This kind of API key cannot perform this operation (keys that can: {kinds}).',
  },
  feature_not_available: {
    status: 403,
    es: 'Esta función no está disponible para la organización (este servicio todavía no ofrece {feature}).',
    en: 'This feature is not available for the organization (this service does not have {feature} yet).',
  },
  live_api_key_required: {
    status: 403,
    es: 'Esta operación requiere una llave de API de ambiente Live.',
    en: 'This operation requires a Live API key.',
  },
  mcp_permission_denied: {
    status: 403,
    es: 'La conexión MCP no tiene permiso para realizar esta operación.',
    en: 'The MCP connection does not have permission to perform this operation.',
  },
  mcp_connection_read_only: {
    status: 403,
    es: 'La conexión MCP es de solo lectura.',
    en: 'The MCP connection is read-only.',
  },
  missing_credentials: {
    status: 401,
    es: 'La solicitud no incluye credenciales. Envíe su llave secreta en el encabezado Authorization, como "Bearer sk_…".',
    en: 'The request carries no credentials. Send your secret key in the Authorization header, as "Bearer sk_…".',
  },
  organization_incomplete: {
    status: 403,
    es: 'La organización tiene pasos pendientes antes de poder facturar.',
    en: 'The organization has pending steps to complete before it can issue invoices.',
  },
  subscription_required: {
    status: 402,
    es: 'Esta operación requiere una suscripción.',
    en: 'This operation requires a subscription.',
  },
  subscription_live_access_required: {
    status: 402,
    es: 'Esta operación requiere una suscripción con acceso al ambiente Live.',
    en: 'This operation requires a subscription with access to the Live environment.',
  },
  user_key_invalid: {
    status: 401,
    es: 'La llave de usuario no es válida. Revise que esté completa y sin comillas.',
    en: 'The user key is not valid. Check that it is whole and without quotes.',
  },
  user_suspended: {
    status: 403,
    es: 'La cuenta del usuario está suspendida.',
    en: 'The user account is suspended.',
  },
});
