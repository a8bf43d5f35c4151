/** The words of the page on which somebody answers an invitation. */
export const texts = {
  es: {
    title: 'Tiene una invitación',
    lead: (inviter: string, organization: string, role: string) =>
      `${inviter} le invita a trabajar en ${organization} con el rol «${role}».`,
    address: (email: string) => `La invitación es para ${email}.`,
    until: (at: string) => `Puede responder hasta el ${at}.`,
    name: {
      label: 'Su nombre completo',
      hint: 'Así verán su nombre las demás personas de la organización.',
      required: 'Escriba su nombre.',
      long: (max: number) => `Escriba ${max} caracteres como máximo.`,
    },
    explainedNew: 'Al aceptar se crea su usuario y se muestra, una sola vez, su llave de usuario.',
    explained:
      'Ya tiene un usuario con este correo: al aceptar tendrá acceso con las llaves de usuario que ya tiene.',
    accept: 'Aceptar la invitación',
    busy: 'Aceptando…',
    decline: 'Rechazar la invitación',
    wrong: 'No se pudo aceptar',
    key: {
      title: 'Ya es parte de la organización',
      lead: (organization: string) => `Su usuario está listo, y ya tiene acceso a ${organization}.`,
      label: 'Su llave de usuario',
      once: 'Guárdela ahora: no se vuelve a mostrar ni se puede recuperar.',
      use: 'Quien la tenga puede actuar en su nombre: no la comparta ni la envíe por correo.',
      lost: 'Si la pierde, pida otra al operador de este servicio.',
    },
  },
  en: {
    title: 'You have an invitation',
    lead: (inviter: string, organization: string, role: string) =>
      `${inviter} invites you to work in ${organization} with the role “${role}”.`,
    address: (email: string) => `The invitation is for ${email}.`,
    until: (at: string) => `You can answer until ${at}.`,
    name: {
      label: 'Your full name',
      hint: 'The other people of the organization will see this name.',
      required: 'Enter your name.',
      long: (max: number) => `Enter ${max} characters at most.`,
    },
    explainedNew: 'If you accept, your user is created and your user key is shown once.',
    explained:
      'You already have a user with this address: if you accept, the user keys that you have give you access.',
    accept: 'Accept the invitation',
    busy: 'Accepting…',
    decline: 'Decline the invitation',
    wrong: 'It could not be accepted',
    key: {
      title: 'You belong to the organization now',
      lead: (organization: string) => `Your user is ready, and has access to ${organization}.`,
      label: 'Your user key',
      once: 'Save it now: it is not shown again and cannot be recovered.',
      use: 'Anyone who has it can act in your name: do not share it, and do not send it by mail.',
      lost: 'If you lose it, ask the operator of this service for another one.',
    },
  },
} as const;
