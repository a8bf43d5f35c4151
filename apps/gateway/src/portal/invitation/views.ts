import { statusOf, type ErrorCode, type Language, type Refusal } from '#kernel';
import type {
  FoundInvitation,
  InvitationState,
  OpenInvitation,
} from '../../organizations/invitation-links.js';
import { brandOf } from '../brand.js';
import { dateTime } from '../dates.js';
import type { Page } from '../hosting.js';
import { pageOf } from '../layout.js';
import { tell } from '../notice.js';
import { MAX_NAME } from './form.js';
import { closed, noticeOf } from './notices.js';
import { FORM, formTemplate, keyTemplate, script } from './template.js';
import { texts } from './texts.js';

/** A link that was found, and the language to speak. */
export interface Visit {
  readonly found: FoundInvitation;
  readonly language: Language;
  /** Where the page is: the path that its form is sent to. */
  readonly path: string;
}

/** What was typed before, and what was wrong with it. */
interface Typed {
  readonly fullName: string;
  readonly refusal?: Refusal;
}

/** The page with the two answers: a link that is only followed, as scanners do, answers nothing. */
export function formPage(
  { found, language, path }: Visit,
  { invite, role, inviter, isNew }: OpenInvitation,
  { fullName, refusal }: Typed = { fullName: '' },
): Page {
  const { organization } = found;
  const words = texts[language];
  const error = refusal ? nameError(refusal, language) : null;
  // A row that is late did not know yet that nobody has the address.
  const asksName = isNew || error !== null;
  const content = formTemplate({
    ...{ title: words.title, accept: words.accept, decline: words.decline, busy: words.busy },
    action: `${path}?lang=${language}`,
    lead: words.lead(`${inviter.full_name} (${inviter.email})`, organization.legal.name, role),
    address: words.address(invite.email),
    until: words.until(dateTime(invite.expires_at, language, organization.timezone)),
    explained: asksName ? words.explainedNew : words.explained,
    alert: refusal
      ? { title: words.wrong, text: error ?? noticeOf(refusal.code, language).paragraphs.join(' ') }
      : null,
    name: asksName
      ? {
          ...{ label: words.name.label, hint: words.name.hint, value: fullName, max: MAX_NAME, error },
          described: error === null ? 'full_name-hint' : 'full_name-error full_name-hint',
        }
      : null,
  });
  const brand = brandOf(organization);
  const status = refusal ? statusOf(refusal.code, refusal.location) : 200;
  const title = refusal ? `${words.wrong}: ${words.title}` : words.title;
  const frame = { language, brand, title, test: false, ...(asksName && { form: FORM }) };
  return { status, brand, html: pageOf(frame, content, script) };
}

/** The page that shows a new user's key: nothing else ever does. */
export function keyPage({ found, language }: Visit, key: string): Page {
  const words = texts[language].key;
  const { organization } = found;
  const content = keyTemplate({
    ...{ title: words.title, mark: 'done', label: words.label, key, once: words.once },
    ...{ lead: words.lead(organization.legal.name), use: words.use, lost: words.lost },
  });
  const brand = brandOf(organization);
  const frame = { language, brand, title: words.title, test: false, stays: true };
  return { status: 200, brand, html: pageOf(frame, content) };
}

/** What an invitation that is closed is answered with, to callers that ask for JSON. */
export const codeOf = (state: Exclude<InvitationState, 'open'>): ErrorCode =>
  state === 'expired'
    ? 'invite_expired'
    : state === 'role gone'
      ? 'invite_role_unavailable'
      : 'invite_not_found';

/** The page of an invitation that is closed. One that was answered is no fault. */
export function closedPage(state: Exclude<InvitationState, 'open'>, { found, language }: Visit): Page {
  const isAnswered = state === 'accepted' || state === 'declined';
  const status = isAnswered ? 200 : statusOf(codeOf(state));
  return tell(status, state === 'accepted' ? 'done' : 'stop', closed[state][language], language, found);
}

/** The page of what was refused, of a link or before one was found. */
export const refusalPage = ({ code, location }: Refusal, language: Language, found?: FoundInvitation): Page =>
  tell(statusOf(code, location), 'stop', noticeOf(code, language), language, found);

/** What was wrong with the name; null: something else was. */
function nameError({ details = [] }: Refusal, language: Language): string | null {
  const problem = details.find(({ path }) => path === 'full_name');
  if (!problem) return null;
  const { required, long } = texts[language].name;
  return problem.code === 'required' ? required : long(MAX_NAME);
}
