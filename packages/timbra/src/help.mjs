export const HELP = `Receives the events of a Timbra Test environment on your machine.

  timbra listen [options]        receive events as they happen, until Ctrl-C
  timbra trigger <type>          make a sample event, for listeners and registered webhooks
  timbra --help | --version

Options of listen
  -f, --forward-to <url>   POST each event there, signed: localhost:4000/hook, 4000, https://…
  -e, --events <types>     only these, by comma; * is the eight types of the contract
      --secret <whsec_…>   sign with this secret, not with a random one of this run
      --since <event id>   begin after this event, not with what comes from now on
      --print-json         each event's JSON on standard output, one a line
      --skip-verify        take any certificate of an https address

Options of trigger
      --print-json         the event's JSON on standard output

Environment
  TIMBRA_API_KEY           a Test key (sk_test_…); else the one in .data/demo.json, which npm start writes
  TIMBRA_API_URL           http://localhost:3000/v2 by default
  TIMBRA_WEBHOOK_SECRET    the same as --secret

A forward that fails is shown and not tried again. Exit codes: 0 ended by Ctrl-C, 1 it could not be done, 2 wrong usage.
`;
