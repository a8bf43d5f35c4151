// Written so that an old Node can read it too, and say what is wrong.
import { isNewEnough } from './lib/node-version.mjs';

if (isNewEnough()) {
  import('./lib/launch.mjs').then(function (launch) {
    return launch.start();
  });
}
