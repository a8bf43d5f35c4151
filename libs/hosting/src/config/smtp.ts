import { StartupError } from '../postgres/startup-error.js';

/** The mail server that mails are handed to. */
export interface SmtpSettings {
  readonly host: string;
  readonly port: number;
  /** `implicit`: TLS from the first byte. `required`: STARTTLS or nothing. `offered`: where the server has it. */
  readonly tls: 'implicit' | 'required' | 'offered' | 'off';
  readonly user: string | undefined;
  readonly password: string | undefined;
}

const NAME = 'TIMBRA_SMTP_URL';
const TLS = ['required', 'offered', 'off'] as const;

/**
 * Reads `smtps://user:password@host` (TLS, port 465) or `smtp://user:password@host:587?tls=required`. Without
 * `tls`, a password is never sent without encryption (RFC 8314), and a server without one is used as it is.
 * Special characters of user and password are percent-encoded. A bad value is a StartupError that does not
 * repeat it.
 */
export function smtpSettings(text: string): SmtpSettings {
  const wrong = (what: string) => new StartupError(`${NAME} ${what}.`);
  if (!URL.canParse(text)) throw wrong('must be a URL such as smtps://user:password@mail.example.com');
  const { protocol, hostname, port, username, password, searchParams, pathname } = new URL(text);
  if (protocol !== 'smtp:' && protocol !== 'smtps:') throw wrong('must begin with smtps:// or smtp://');
  if (hostname === '' || (pathname !== '' && pathname !== '/'))
    throw wrong('must name a host, and nothing after it but options');
  if ((username === '') !== (password === '')) throw wrong('must have both user and password, or neither');
  const secure = protocol === 'smtps:';
  const [unknown] = [...searchParams.keys()].filter((name) => name !== 'tls');
  const asked = searchParams.get('tls');
  const tls = TLS.find((value) => value === asked);
  if (unknown !== undefined || (asked !== null && (!tls || secure)))
    throw wrong(`takes one option, for smtp:// only: tls=${TLS.join(', tls=')}`);
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    tls: secure ? 'implicit' : (tls ?? (username === '' ? 'offered' : 'required')),
    user: username === '' ? undefined : decodePart(username, wrong),
    password: password === '' ? undefined : decodePart(password, wrong),
  };
}

function decodePart(text: string, wrong: (what: string) => StartupError): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('has a percent sign in user or password that must be written as %25');
  }
}

/** A bare address: what stands before it is the organization's name, and goes into headers. */
const ADDRESS =
  /^(?!-)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;

/** The address that mails come from. It has no default where they leave the machine. */
export function mailFrom(text: string | undefined, smtp: SmtpSettings | undefined): string {
  if (text === undefined || text === '') {
    if (smtp)
      throw new StartupError('TIMBRA_MAIL_FROM must be set with TIMBRA_SMTP_URL: an address of yours.');
    return 'timbra@localhost';
  }
  if (!ADDRESS.test(text))
    throw new StartupError('TIMBRA_MAIL_FROM must be an address such as facturas@example.com.');
  return text;
}
