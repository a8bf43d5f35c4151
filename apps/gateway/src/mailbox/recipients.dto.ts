import { MAX_RECIPIENTS } from '#contracts';
import { ByType, email, listOf } from '#http';

/** Who gets a document by e-mail. */
export class RecipientsBody {
  @ByType(
    { string: email(), list: listOf(email(), { min: 1, max: MAX_RECIPIENTS }) },
    {
      optional: true,
      description: 'One or several addresses; by default, the current address of the customer',
    },
  )
  email?: string | string[];
}
