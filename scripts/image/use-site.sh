# Functions that use a running site over HTTP. Sourced by try-container.sh and try-compose.sh, which set `site` to the address.
password='a long pass phrase 1'

now_ms() { echo $(($(date +%s%N) / 1000000)); }
ask() { curl -ksS --fail-with-body --max-time 10 -H 'content-type: application/json' -b "$CACHE/cookies" -c "$CACHE/cookies" "$@"; }

# Waits until the site can serve users. The arguments are the time of its start in ms and the words to print before the duration.
wait_until_ready() {
  local end=$((SECONDS + 90))
  while [ $SECONDS -lt $end ]; do
    curl -kfs --max-time 2 "$site/api/ready" >/dev/null && { echo "$2: $(($(now_ms) - $1)) ms"; return; }
    sleep 0.1
  done
  echo "$site is not ready after 90 s"
  return 1
}

# Creates an account and a group. The arguments form the command that prints the verification link.
use_site() {
  rm -f "$CACHE/cookies"
  ask "$site/api/accounts" -d "{\"displayName\":\"Ada\",\"email\":\"ada@example.org\",\"password\":\"$password\"}" >/dev/null
  local code
  code=$("$@" | sed -n 's/.*oobCode=\([A-Za-z0-9_-]*\).*/\1/p' | head -1)
  ask "$site/api/email-verification" -d "{\"code\":\"$code\"}" >/dev/null
  sign_in
  ask "$site/api/groups" -d '{"name":"Mountain Rescue"}' >/dev/null
  find_group
}
sign_in() { ask "$site/api/session" -d "{\"email\":\"ada@example.org\",\"password\":\"$password\"}" >/dev/null; }
find_group() { ask "$site/api/groups" | grep -q '"name":"Mountain Rescue"' && echo 'the account and its group are there'; }
