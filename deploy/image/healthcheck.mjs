// The image's HEALTHCHECK: ends with 0 where the service of this container is ready. Its images have no curl.
const { TIMBRA_OPERATOR_PORT = '9464' } = process.env;
// Docker waits for 5 s.
setTimeout(() => process.exit(1), 4_000).unref();
try {
  const answer = await fetch(`http://127.0.0.1:${TIMBRA_OPERATOR_PORT}/readyz`);
  // Docker keeps what is printed: `docker inspect` then tells what is behind.
  console.log(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
