// The images' HEALTHCHECK: ends with 0 where what runs in this container is ready. They have no curl.
const [port = process.env.TIMBRA_OPERATOR_PORT ?? '9464', path = '/readyz'] = process.argv.slice(2);
// Docker waits for 5 s.
setTimeout(() => process.exit(1), 4_000).unref();
try {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`);
  // Docker keeps what is printed: `docker inspect` then tells what is behind.
  console.log(await answer.text());
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  console.log(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
