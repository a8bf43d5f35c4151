#!/usr/bin/env bash
# One Apache Kafka broker (KRaft, broker and controller in one process) for development, tests and measurements,
# without containers: its jars come from Maven Central once, and run on Java 17 or newer. Not for production.
#
#   kafka.sh install                                  fetches the jars (about 45 MB)
#   kafka.sh installed                                succeeds where they are there
#   kafka.sh run   FOLDER PORT CONTROLLER_PORT        runs in the foreground, its data in FOLDER
#   kafka.sh start FOLDER PORT CONTROLLER_PORT        runs in the background; returns when it takes requests
#   kafka.sh stop  FOLDER [KILL]                      ends it in order; with KILL at once, as a crash does
#
# A broker that was stopped goes on with the data of its FOLDER. TIMBRA_KAFKA_JARS: where the jars are kept;
# TIMBRA_KAFKA_HEAP: its heap (512m); TIMBRA_KAFKA_JAVA: more options of Java. By default it starts fast and takes little of a small
# machine, and never gets as quick as it could.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
jars=${TIMBRA_KAFKA_JARS:-${XDG_CACHE_HOME:-$HOME/.cache}/timbra/kafka-4.3.0}
heap=${TIMBRA_KAFKA_HEAP:-512m}
read -ra java <<<"${TIMBRA_KAFKA_JAVA--XX:+UseSerialGC -XX:TieredStopAtLevel=1}"
ready_within_seconds=60

fail() {
  echo "kafka.sh: $*" >&2
  exit 1
}

usage() {
  sed -n '2,13s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}

install() {
  [ -f "$jars/.complete" ] && return
  command -v java >/dev/null || fail 'Java 17 or newer is missing.'
  command -v mvn >/dev/null || fail 'Maven is missing: it fetches the jars of Kafka.'
  mkdir -p "$jars"
  mvn -q -B -f "$here/pom.xml" dependency:copy-dependencies "-DoutputDirectory=$jars"
  touch "$jars/.complete"
}

# Limits are those of a 5000-item invoice: see libs/bus/src/kafka/topics.ts.
configure() {
  local folder=$1 port=$2 controller_port=$3
  cat >"$folder/server.properties" <<P
process.roles=broker,controller
node.id=1
controller.quorum.bootstrap.servers=127.0.0.1:$controller_port
listeners=PLAINTEXT://127.0.0.1:$port,CONTROLLER://127.0.0.1:$controller_port
advertised.listeners=PLAINTEXT://127.0.0.1:$port
controller.listener.names=CONTROLLER
log.dirs=$folder/data
num.partitions=1
auto.create.topics.enable=false
offsets.topic.replication.factor=1
offsets.topic.num.partitions=8
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
transaction.state.log.num.partitions=8
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
group.initial.rebalance.delay.ms=0
# Tests of pauses have sessions of a second or less.
group.min.session.timeout.ms=500
P
  [ -d "$folder/data" ] && return
  java -cp "$jars/*" kafka.tools.StorageTool format --standalone \
    -t "$(java -cp "$jars/*" kafka.tools.StorageTool random-uuid 2>/dev/null | tail -n 1)" \
    -c "$folder/server.properties" >"$folder/format.log" 2>&1 || fail "formatting failed, see $folder/format.log"
}

broker() {
  exec java "-Xmx$heap" "-Xms128m" ${java[@]+"${java[@]}"} -cp "$jars/*" \
    -Dorg.slf4j.simpleLogger.defaultLogLevel=warn \
    -Dorg.slf4j.simpleLogger.showDateTime=true \
    -Dorg.slf4j.simpleLogger.dateTimeFormat=HH:mm:ss.SSS \
    -Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info \
    kafka.Kafka "$1/server.properties"
}

start() {
  local folder=$1 pid
  : >"$folder/kafka.log"
  (broker "$folder") >>"$folder/kafka.log" 2>&1 </dev/null &
  pid=$!
  echo "$pid" >"$folder/kafka.pid"
  for ((tenths = 0; tenths < ready_within_seconds * 10; tenths++)); do
    grep -q 'Kafka Server started' "$folder/kafka.log" && return
    kill -0 "$pid" 2>/dev/null || fail "the broker ended at its start, see $folder/kafka.log"
    sleep 0.1
  done
  kill -9 "$pid"
  fail "the broker was not ready within $ready_within_seconds s, see $folder/kafka.log"
}

stop() {
  local pid
  [ -f "$1/kafka.pid" ] || return 0
  pid=$(cat "$1/kafka.pid")
  kill "-${2:-TERM}" "$pid" 2>/dev/null || true
  while kill -0 "$pid" 2>/dev/null; do sleep 0.1; done
  rm -f "$1/kafka.pid"
}

case "${1:-}" in
  install) install ;;
  installed) [ -f "$jars/.complete" ] ;;
  run | start)
    [ $# -eq 4 ] || usage
    install
    mkdir -p "$2"
    folder=$(cd "$2" && pwd)
    configure "$folder" "$3" "$4"
    if [ "$1" = run ]; then broker "$folder"; else start "$folder"; fi
    ;;
  stop)
    [ $# -eq 2 ] || [ "${3:-}" = KILL ] || usage
    stop "$2" "${3:-TERM}"
    ;;
  *) usage ;;
esac
