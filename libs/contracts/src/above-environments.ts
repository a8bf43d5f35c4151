import type { CommandLine, CommandType } from './messages.js';

/** Lines all of whose commands are about organizations and people themselves. */
const LINES: ReadonlySet<string> = new Set(['organizations'] satisfies CommandLine[]);

/** What other services do about an organization itself, and not about what it has in Test or Live. */
const COMMANDS: ReadonlySet<string> = new Set([
  'stamping.keep-certificate',
  'stamping.use-certificate',
  'stamping.forget-certificate',
  'stamping.destroy-keys',
  'notifications.send-certificate-notice',
  'notifications.send-security-notice',
] satisfies CommandType[]);

/**
 * Whether commands of a type deal with an organization above its environments: its keys, people, invitations, certificates
 * and its deletion. Their tenant says Test, for want of a third environment, but no Test clock moves their time: a Test key
 * must not end an invitation or revive an expired Live key (ADR 56).
 */
export const isAboveEnvironments = (type: string): boolean =>
  LINES.has(type.slice(0, type.indexOf('.'))) || COMMANDS.has(type);

/** Whether the time of a command, and when it is due, may be that of an organization's Test clock. */
export const followsTestClock = ({
  type,
  tenant,
}: {
  readonly type: string;
  readonly tenant: { readonly livemode: boolean };
}): boolean => !tenant.livemode && !isAboveEnvironments(type);
