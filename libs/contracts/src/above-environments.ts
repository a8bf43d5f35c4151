import type { Tenant } from '#kernel';
import type { SendMail } from './mail.js';
import type { CommandLine, CommandType } from './messages.js';

/** Lines all of whose commands are about organizations and people themselves. */
const LINES: ReadonlySet<string> = new Set(['organizations'] satisfies CommandLine[]);

/** What other services do about an organization itself, and not about what it has in Test or Live. */
const COMMANDS: ReadonlySet<string> = new Set([
  'stamping.keep-certificate',
  'stamping.use-certificate',
  'stamping.forget-certificate',
  'stamping.keep-pacs',
  'stamping.installed-pacs',
  'stamping.use-pacs',
  'stamping.forget-pacs',
  'stamping.sign-manifest',
  'stamping.read-manifest',
  'stamping.destroy-keys',
  'notifications.send-certificate-notice',
  'notifications.send-security-notice',
] satisfies CommandType[]);

/** Mails on behalf of an organization, whatever it does in Test. */
const MAILS: ReadonlySet<string> = new Set(['support-email', 'invitation'] satisfies SendMail['template'][]);

/** What says of a command whether it deals with an organization above its environments. */
interface Asked {
  readonly type: string;
  readonly data?: unknown;
}

/**
 * Whether a command deals with an organization above its environments: its keys, people, invitations, certificates and its
 * deletion. Its tenant says Test, for want of a third environment, but no Test clock moves its time: a Test key must not end
 * an invitation, destroy a certificate or revive an expired Live key (ADR 56).
 */
export const isAboveEnvironments = ({ type, data }: Asked): boolean =>
  LINES.has(type.slice(0, type.indexOf('.'))) ||
  COMMANDS.has(type) ||
  (type === 'notifications.send-mail' && MAILS.has(templateOf(data)));

const templateOf = (data: unknown): string =>
  typeof data === 'object' && data !== null && 'template' in data ? String(data.template) : '';

/** Whether the time of a command, and when it is due, may be that of an organization's Test clock. */
export const followsTestClock = (command: Asked & { readonly tenant: Tenant }): boolean =>
  !command.tenant.livemode && !isAboveEnvironments(command);

/** The tenant by whose clock a command is dated. What is above environments goes by Live's, which nothing moves. */
export const datedBy = (command: Asked & { readonly tenant: Tenant }): Tenant =>
  isAboveEnvironments(command) ? { ...command.tenant, livemode: true } : command.tenant;
