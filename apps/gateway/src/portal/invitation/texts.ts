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
      hint: 'Así lo verán las demás personas de la organización.',
      required: 'Escriba su nombre.',
      long: (max: number) => `Escriba ${max} caracteres como máximo.`,
    },
    explainedNew: 'Al aceptar se crea su usuario, y se le muestra una sola vez su llave personal.',
    explained: 'Ya tiene un usuario con esta dirección: al aceptar entra con las llaves que ya tiene.',
    accept: 'Aceptar la invitación',
    busy: 'Aceptando…',
    decline: 'Rechazarla',
    wrong: 'No se pudo aceptar',
    key: {
      title: 'Ya es parte de la organización',
      lead: (organization: string) => `Su usuario está listo, y ya tiene acceso a ${organization}.`,
      label: 'Su llave de usuario',
      once: 'Guárdela ahora: no se vuelve a mostrar, y no queda guardada en ningún lugar.',
      use: 'Quien la tenga puede actuar en su nombre: no la comparta ni la envíe por correo.',
      lost: 'Si la pierde, pida otra a quien administra este servicio.',
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
      hint: 'The other people of the organization will see it like this.',
      required: 'Enter your name.',
      long: (max: number) => `Enter ${max} characters at most.`,
    },
    explainedNew: 'If you accept, your user is created, and your personal key is shown to you once.',
    explained:
      'You have a user with this address already: if you accept, you come in with the keys that you have.',
    accept: 'Accept the invitation',
    busy: 'Accepting…',
    decline: 'Decline it',
    wrong: 'It could not be accepted',
    key: {
      title: 'You belong to the organization now',
      lead: (organization: string) => `Your user is ready, and has access to ${organization}.`,
      label: 'Your user key',
      once: 'Save it now: it is not shown again, and it is kept nowhere.',
      use: 'Whoever has it can act in your name: do not share it, and do not send it by mail.',
      lost: 'If you lose it, ask whoever runs this service for another one.',
    },
  },
} as const;
