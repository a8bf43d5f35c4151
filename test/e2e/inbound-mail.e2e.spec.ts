import { tell } from '../support/story.js';

/** Documents that suppliers send by mail. */
await tell({
  'inbound mail': () => import('./inbound-mail/inbound-mail.story.js'),
});
