import type { Language } from '#kernel';
import type { CertificateKind, SecurityMatter } from '#contracts';

/** Who and what a sentence is about, as it is shown. */
export interface Names {
  readonly organization: string;
  readonly person: string;
  readonly certificate: string;
}

interface Said {
  readonly subject: string;
  readonly what: string;
  /** What to do where it was not you. */
  readonly advice: string;
}

export interface SecurityWords {
  readonly matters: Readonly<Record<SecurityMatter['kind'], (names: Names) => Said>>;
  readonly certificates: Readonly<Record<CertificateKind, string>>;
  /** What a Live key can do, as far as one sentence can say it. */
  readonly reach: Readonly<Record<'whole' | 'narrowed', string>>;
  readonly facts: Readonly<
    Record<'key' | 'name' | 'reach' | 'role' | 'by' | 'at' | 'number' | 'before', string>
  >;
  readonly actors: {
    readonly key: (first12: string) => string;
    readonly goneKey: string;
    readonly link: string;
    readonly operator: string;
    readonly service: string;
  };
  /** A person whom nobody knows by name any more. */
  readonly somebody: string;
  /** Why there is nothing to click. */
  readonly unlinked: string;
}

export const securityWords: Readonly<Record<Language, SecurityWords>> = {
  es: {
    matters: {
      'live-key-added': ({ organization }) => ({
        subject: `Nueva llave Live de ${organization}`,
        what: `Se generó una llave Live de ${organization}. Las llaves Live dan acceso a comprobantes con validez fiscal.`,
        advice:
          'Si no fue usted ni una persona autorizada, elimine la llave cuanto antes, revise quién tiene acceso a la organización y cambie las llaves de esas personas.',
      }),
      'test-key-renewed': ({ organization }) => ({
        subject: `Nueva llave Test de ${organization}`,
        what: `Se renovó la llave Test de ${organization}. La anterior dejó de funcionar.`,
        advice:
          'Si no fue usted ni una persona autorizada, renueve la llave otra vez y revise quién tiene acceso a la organización.',
      }),
      'user-key-added': () => ({
        subject: 'Nueva llave de usuario',
        what: 'Se generó una llave de usuario para usted. Con ella se puede hacer todo lo que usted puede hacer en sus organizaciones.',
        advice:
          'Si no fue usted, revoque la llave cuanto antes y avise al operador del servicio: alguien puede tener otra de sus llaves.',
      }),
      'user-keys-reset': () => ({
        subject: 'Sus llaves de usuario fueron restablecidas',
        what: 'Se generó una llave de usuario nueva para usted, y todas las anteriores dejaron de funcionar.',
        advice: 'Si usted no lo pidió, avise al operador del servicio.',
      }),
      'member-joined': ({ organization, person }) => ({
        subject: `${person} tiene acceso a ${organization}`,
        what: `${person} aceptó una invitación y ahora tiene acceso a ${organization}.`,
        advice:
          'Si esta persona no debe tener acceso, retírela del equipo de la organización y revise quién puede invitar.',
      }),
      'role-set': ({ organization, person }) => ({
        subject: `Cambió el rol de ${person} en ${organization}`,
        what: `${person} ahora tiene otro rol en ${organization} y, con él, otros permisos.`,
        advice:
          'Si el cambio no es correcto, una persona con permiso para administrar el equipo puede asignar de nuevo el rol anterior.',
      }),
      'ownership-shared': ({ organization, person }) => ({
        subject: `${organization} tiene otro propietario`,
        what: `${person} es ahora propietario de ${organization}. Puede realizar todas sus operaciones, y nadie más puede quitarle el acceso.`,
        advice: 'Si esta persona no debe ser propietaria, avise cuanto antes al operador del servicio.',
      }),
      'ownership-given-up': ({ organization, person }) => ({
        subject: `${person} ya no es propietario de ${organization}`,
        what: `${person} dejó de ser propietario de ${organization} y conserva el acceso que le da su rol.`,
        advice:
          'Si no fue su voluntad, avise cuanto antes a los demás propietarios o al operador del servicio.',
      }),
      'certificate-replaced': ({ organization, certificate }) => ({
        subject: `Se reemplazó el ${certificate} de ${organization}`,
        what: `El ${certificate} de ${organization} fue reemplazado por otro.`,
        advice:
          'Si no fue usted ni una persona autorizada, suba de nuevo el certificado correcto y revise las llaves y los accesos de la organización.',
      }),
      'certificate-removed': ({ organization, certificate }) => ({
        subject: `Se eliminó el ${certificate} de ${organization}`,
        what: `El ${certificate} de ${organization} fue eliminado del servicio. El certificado conserva su validez ante el SAT.`,
        advice:
          'Si no fue usted ni una persona autorizada, suba el certificado otra vez y revise las llaves y los accesos de la organización.',
      }),
    },
    certificates: { csd: 'Certificado de Sello Digital (CSD)', fiel: 'certificado de la e.firma (FIEL)' },
    reach: {
      whole: 'Todas las operaciones de las llaves Live, desde cualquier dirección',
      narrowed: 'Limitada a ciertas operaciones o direcciones',
    },
    facts: {
      ...{
        key: 'Llave',
        name: 'Nombre de la llave',
        reach: 'Alcance',
        role: 'Rol',
        by: 'Hecho por',
        at: 'Fecha y hora',
      },
      ...{ number: 'Número de serie', before: 'Número de serie anterior' },
    },
    actors: {
      key: (first12) => `la llave ${first12}`,
      goneKey: 'una llave de la organización que ya no existe',
      link: 'un enlace que la organización generó',
      operator: 'el operador del servicio',
      service: 'el servicio',
    },
    somebody: 'Una persona',
    unlinked:
      'Por seguridad este correo no tiene enlaces ni archivos. Nunca le pediremos una llave o contraseña por correo.',
  },
  en: {
    matters: {
      'live-key-added': ({ organization }) => ({
        subject: `New Live key of ${organization}`,
        what: `A Live key of ${organization} was created. Live keys give access to documents with fiscal validity.`,
        advice:
          'If it was neither you nor an authorized person, delete the key at once, review who has access to the organization, and replace the keys of those people.',
      }),
      'test-key-renewed': ({ organization }) => ({
        subject: `New Test key of ${organization}`,
        what: `The Test key of ${organization} was renewed. The previous one no longer works.`,
        advice:
          'If it was neither you nor an authorized person, renew the key again and review who has access to the organization.',
      }),
      'user-key-added': () => ({
        subject: 'New user key',
        what: 'A user key was created for you. It can do everything that you can do in your organizations.',
        advice:
          'If it was not you, revoke the key at once and tell the operator of the service: somebody may have another one of your keys.',
      }),
      'user-keys-reset': () => ({
        subject: 'Your user keys were reset',
        what: 'A new user key was created for you, and all previous keys no longer work.',
        advice: 'If you did not ask for it, tell the operator of the service.',
      }),
      'member-joined': ({ organization, person }) => ({
        subject: `${person} has access to ${organization}`,
        what: `${person} accepted an invitation and now has access to ${organization}.`,
        advice:
          'If they should not have access, remove them from the team of the organization and review who can invite.',
      }),
      'role-set': ({ organization, person }) => ({
        subject: `The role of ${person} in ${organization} was changed`,
        what: `${person} now has another role in ${organization}, and other permissions with it.`,
        advice:
          'If the change is not right, a person with permission to manage the team can assign the previous role again.',
      }),
      'ownership-shared': ({ organization, person }) => ({
        subject: `${organization} has another owner`,
        what: `${person} is now an owner of ${organization}. They can do everything in it, and nobody else can take their access away.`,
        advice: 'If they should not be one, tell the operator of the service at once.',
      }),
      'ownership-given-up': ({ organization, person }) => ({
        subject: `${person} is no longer an owner of ${organization}`,
        what: `${person} is no longer an owner of ${organization} and keeps the access that their role gives.`,
        advice: 'If they did not want this, tell the other owners or the operator of the service at once.',
      }),
      'certificate-replaced': ({ organization, certificate }) => ({
        subject: `The ${certificate} of ${organization} was replaced`,
        what: `The ${certificate} of ${organization} was replaced by another one.`,
        advice:
          'If it was neither you nor an authorized person, upload the right certificate again and review the keys of the organization and who has access to it.',
      }),
      'certificate-removed': ({ organization, certificate }) => ({
        subject: `The ${certificate} of ${organization} was removed`,
        what: `The ${certificate} of ${organization} was removed from the service. The SAT still considers it valid.`,
        advice:
          'If it was neither you nor an authorized person, upload the certificate again and review the keys of the organization and who has access to it.',
      }),
    },
    certificates: { csd: 'digital seal certificate (CSD)', fiel: 'e.firma certificate (FIEL)' },
    reach: {
      whole: 'All operations of Live keys, from any address',
      narrowed: 'Limited to some operations or addresses',
    },
    facts: {
      ...{
        key: 'Key',
        name: 'Name of the key',
        reach: 'Reach',
        role: 'Role',
        by: 'Done by',
        at: 'Date and time',
      },
      ...{ number: 'Serial number', before: 'Previous serial number' },
    },
    actors: {
      key: (first12) => `the key ${first12}`,
      goneKey: 'a key of the organization that no longer exists',
      link: 'a link that the organization created',
      operator: 'the operator of the service',
      service: 'the service',
    },
    somebody: 'A person',
    unlinked:
      'For your safety this mail has no links and no files. We never ask for a key or a password by mail.',
  },
};
