import { group } from './entry.js';

export const inviteErrors = group({
  invite_email_delivery_failed: {
    status: 502,
    es: 'No fue posible enviar la invitación por correo electrónico.',
    en: 'The invitation could not be sent by email.',
  },
  invite_email_mismatch: {
    status: 403,
    es: 'La invitación es para otro correo electrónico.',
    en: 'The invitation is for another email address.',
  },
  invite_expired: {
    status: 410,
    es: 'La invitación expiró.',
    en: 'The invitation has expired.',
  },
  invite_not_found: {
    status: 404,
    es: 'No se encontró la invitación.',
    en: 'The invitation was not found.',
  },
  invite_role_unavailable: {
    status: 409,
    es: 'El rol de la invitación ya no está disponible.',
    en: 'The role of the invitation is no longer available.',
  },
  user_already_in_organization: {
    status: 409,
    es: 'El usuario ya pertenece a la organización.',
    en: 'The user already belongs to the organization.',
  },
});

export const organizationAccessErrors = group({
  organization_admin_access_cannot_be_removed: {
    status: 403,
    es: 'No puede quitarse el acceso del administrador de la organización.',
    en: 'The access of the organization administrator cannot be removed.',
  },
  organization_admin_assignment_cannot_be_edited: {
    status: 403,
    es: 'La asignación del administrador de la organización no puede editarse.',
    en: 'The assignment of the organization administrator cannot be edited.',
  },
  organization_admin_role_cannot_be_deleted: {
    status: 403,
    es: 'El rol de administrador de la organización no puede eliminarse.',
    en: 'The organization administrator role cannot be deleted.',
  },
  organization_admin_role_cannot_be_edited: {
    status: 403,
    es: 'El rol de administrador de la organización no puede editarse.',
    en: 'The organization administrator role cannot be edited.',
  },
  organization_admin_role_required: {
    status: 403,
    es: 'Esta operación requiere el rol de administrador de la organización.',
    en: 'This operation requires the organization administrator role.',
  },
  organization_id_not_allowed: {
    status: 400,
    es: 'La organización indicada no existe, o usted no tiene acceso a ella.',
    en: 'The organization that was named does not exist, or you have no access to it.',
  },
  organization_id_required: {
    status: 400,
    es: 'Esta operación requiere un identificador de organización.',
    en: 'This operation requires an organization id.',
  },
  owner_access_cannot_be_reassigned: {
    status: 403,
    es: 'El acceso del propietario no puede reasignarse.',
    en: 'The access of the owner cannot be reassigned.',
  },
  owner_access_cannot_be_removed: {
    status: 403,
    es: 'El acceso del propietario no puede quitarse.',
    en: 'The access of the owner cannot be removed.',
  },
  role_has_assigned_users: {
    status: 409,
    es: 'El rol no puede eliminarse porque tiene usuarios asignados.',
    en: 'The role cannot be deleted because it has users assigned.',
  },
  role_template_not_found: {
    status: 404,
    es: 'No se encontró la plantilla de rol.',
    en: 'The role template was not found.',
  },
  role_not_found: {
    status: 404,
    es: 'No se encontró el rol.',
    en: 'The role was not found.',
  },
  user_access_not_found: {
    status: 404,
    es: 'No se encontró el acceso del usuario.',
    en: 'The access of the user was not found.',
  },
});
