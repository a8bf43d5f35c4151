// Written so that an old Node can read it too, and say what is wrong.
export function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return true;
  console.error(
    'Timbra needs Node 20.19 or newer, and this is ' +
      process.version +
      ': install a newer one from nodejs.org.',
  );
  process.exitCode = 1;
  return false;
}
