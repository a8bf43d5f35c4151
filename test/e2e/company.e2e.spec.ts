import { tell } from '../support/story.js';

/** Teams, roles, invitations, keys and the audit log together, as a company uses them, and as somebody abuses them. */
await tell({
  'a day in a company': () => import('./company/day.story.js'),
  'attacks on a company': () => import('./company/attacks.story.js'),
});
