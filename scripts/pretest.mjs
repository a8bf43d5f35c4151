// What `npm test` does first: the suites then run on the Node that was installed with the packages, as the service does.
import { orFailure } from './lib/failure.mjs';
import { ensureInstalled } from './lib/install.mjs';

await orFailure(() => ensureInstalled());
