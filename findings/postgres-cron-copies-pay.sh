#!/usr/bin/env bash
# The jobs of pg_cron in a restored copy pay in the database that the copy was made of, once more each minute, and the copy notes that they succeeded.
#
# Guess: a dump has the jobs, and where it is restored they are carried out there, in the copy, or wait to be turned on.
# Seen: pg_cron 1.4.2 (Debian's) stores the host and the port of its server with each job, so a dump has them and so has a copy by pg_basebackup. A copy that is
# started beside its original, at another port, connects to that one: with two copies the allowance is paid three times a minute in the original, and never in
# a copy. Each has "succeeded" in cron.job_run_details. Nothing is an error.
# So a trial of a restore runs without pg_cron in shared_preload_libraries, or its jobs are made inactive first, and a job that pays names its day in a key.
source "$(dirname "$0")/common.bash"
postgres_packages 'postgresql-15-cron=1.4.2*' 2>"$folder/unsandboxed"
cron=("shared_preload_libraries = 'pg_cron'" "cron.host = '$folder/sockets'")
new_database home "${cron[@]}"
sql home -c "CREATE EXTENSION pg_cron" -c "CREATE TABLE allowance (paid timestamptz DEFAULT now())" \
  -c "SELECT cron.schedule('allowance', '* * * * *', 'INSERT INTO allowance DEFAULT VALUES')" >"$folder/job"

new_database dumped "${cron[@]}"
"$programs/pg_dump" -h "$folder/sockets" -p "$(port_of home)" -U owner postgres >"$folder/dump"
sql dumped -v ON_ERROR_STOP=1 -f "$folder/dump" >"$folder/restored"
as_databases_user "$programs/pg_basebackup" -h "$folder/sockets" -p "$(port_of home)" -U owner -D "$folder/sockets/copied" -X stream -c fast
start_database copied
# The next minute has to find all of them ready.
while [ "$(date +%-S)" -ge 52 ]; do sleep 0.5; done
minute=$(date -u -d '+1 minute' '+%F %H:%M')
while [[ "$(date -u '+%F %H:%M')" < "$minute" ]]; do sleep 0.2; done
sleep 3
expect "home paid 3 times, job 1 succeeded
dumped paid 0 times, job 1 succeeded
copied paid 0 times, job 1 succeeded" "$(
  for name in home dumped copied; do
    echo "$name paid $(sql "$name" -c "SELECT count(*) FROM allowance WHERE date_trunc('minute', paid) = '$minute+00'") times," \
      "job $(sql "$name" -F ' ' -c "SELECT jobid, status FROM cron.job_run_details WHERE date_trunc('minute', start_time) = '$minute+00'")"
  done
)"
