// Written so that an old Node can read it too, and say what is wrong.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    'Timbra needs Node 20.19 or newer, and this is ' +
      process.version +
      ': install a newer one from nodejs.org.',
  );
  process.exitCode = 1;
} else {
  import('./lib/launch.mjs').then(function (launch) {
    return launch.start();
  });
}
