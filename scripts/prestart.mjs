// What `npm start` and `npm run start:distributed` do first, in a process of its own: npm then runs the start on the Node
// that the project brings (docs/adr/0093-a-node-of-its-own.md), which may have been installed just now.
// Written so that an old Node can read it too, and say what is wrong.
import { isNewEnough } from './lib/node-version.mjs';

if (isNewEnough()) {
  import(process.argv[2] === 'distributed' ? './lib/distributed/launch.mjs' : './lib/launch.mjs').then(
    function (launch) {
      return launch.prepare();
    },
  );
}
