import type { NamedActor, NamedPerson, SecurityMatter, SecurityNoticeMail } from '#contracts';
import { dateTime } from '#pdf/format';
import type { Row } from '#pdf/rows';
import { securityWords, type Names, type SecurityWords } from './security-words.js';
import { oneLine, type MailLook, type MailView } from './view.js';

const MOST_CHARACTERS = 100;

/**
 * A name that somebody chose, as text that no mail program makes a link of: who got in names a key so that its owner
 * follows the link to the "support".
 */
export const withoutLinks = (text: string): string =>
  oneLine(text)
    .slice(0, MOST_CHARACTERS)
    .replaceAll('://', '[:]//')
    .replace(/\.(?=\p{L}{2,})/gu, '[.]')
    .replaceAll('@', '[@]');

/** The mail that says what was done, when and by whom, and what to do about it. It has no button, and no link. */
export function securityView(
  { matter, at, actor, person, role_name }: SecurityNoticeMail['data'],
  { language, organization }: MailLook,
  timezone: string,
): MailView {
  const words = securityWords[language];
  const names: Names = {
    organization: withoutLinks(organization.name),
    person: person ? nameOf(person) : words.somebody,
    certificate: 'certificate' in matter ? words.certificates[matter.certificate] : '',
  };
  const said = words.matters[matter.kind](names);
  return {
    ...{ subject: oneLine(said.subject), heading: oneLine(said.subject) },
    ...{ notice: null, total: null, button: null },
    paragraphs: [said.what],
    facts: [
      ...factsOf(matter, words),
      ...(role_name ? [{ label: words.facts.role, value: withoutLinks(role_name[language]) }] : []),
      { label: words.facts.by, value: actorOf(actor, words) },
      { label: words.facts.at, value: `${dateTime(at, timezone)} (${timezone})` },
    ],
    notes: [said.advice, words.unlinked],
  };
}

const nameOf = ({ full_name, email }: NamedPerson): string => {
  const name = withoutLinks(full_name);
  return name === '' ? email : `${name} (${email})`;
};

function actorOf(actor: NamedActor, { actors }: SecurityWords): string {
  if (actor.type === 'person') return nameOf(actor);
  if (actor.type === 'key')
    return actor.first_12 === null ? actors.goneKey : actors.key(`${actor.first_12}…`);
  return actors[actor.type];
}

function factsOf(matter: SecurityMatter, { facts, reach }: SecurityWords): Row[] {
  switch (matter.kind) {
    case 'live-key-added': {
      const { first_12, name, narrowed } = matter;
      const named = name === null ? [] : [{ label: facts.name, value: withoutLinks(name) }];
      return [
        { label: facts.key, value: `${first_12}…` },
        ...named,
        { label: facts.reach, value: narrowed ? reach.narrowed : reach.whole },
      ];
    }
    case 'test-key-renewed':
    case 'user-key-added':
    case 'user-keys-reset':
      return [{ label: facts.key, value: `${matter.first_12}…` }];
    case 'certificate-replaced':
      return [
        { label: facts.number, value: matter.serial_number },
        { label: facts.before, value: matter.replaces },
      ];
    case 'certificate-removed':
      return [{ label: facts.number, value: matter.serial_number }];
    case 'member-joined':
    case 'role-set':
    case 'ownership-shared':
    case 'ownership-given-up':
      return [];
  }
}
