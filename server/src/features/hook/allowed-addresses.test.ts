import { expect, test } from 'vitest'
import { addressesAllowedFor } from './allowed-addresses.ts'

const ipsToTry = {
  public: '93.184.215.14',
  private: '10.0.0.5',
  unique: 'fd12::1',
  shared: '100.64.0.1',
  loopback: '127.0.0.1',
  mapped: '::ffff:127.0.0.1',
  linkLocal: '169.254.169.254',
  cloud: 'fd00:ec2::254',
}
const everything = Object.keys(ipsToTry)
const inside = ['private', 'unique', 'shared']

test.each([
  ['external', 'https://hook.example/x', ['public']],
  ['external', 'https://hook.example:8443/x', ['public']],
  ['external', 'http://hook.example/x', []],
  ['external', 'https://ana:secret@hook.example/x', []],
  ['private', 'https://hook.example/x', ['public', ...inside]],
  ['private', 'http://hook.example/x', inside],
  // The keywords of HOOK_HOSTS do not count as host names, even if a host has such a name.
  ['external', 'https://external/x', ['public']],
  ['private', 'https://private/x', ['public', ...inside]],
  ['ntfy.example', 'https://ntfy.example/x', everything],
  ['ntfy.example', 'https://ntfy.example:8443/x', everything],
  ['ntfy.example', 'http://ntfy.example/x', []],
  ['ntfy.example', 'https://other.ntfy.example/x', []],
  ['localhost', 'https://localhost/x', everything],
  ['127.0.0.1', 'https://2130706433/x', everything],
  ['::1', 'https://[::1]/x', everything],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9000/x', everything],
  ['http://127.0.0.1:9000', 'http://127.0.0.1:9001/x', []],
  ['http://127.0.0.1:9000', 'https://127.0.0.1:9000/x', []],
  ['http://127.0.0.1:9000', 'http://ana@127.0.0.1:9000/x', []],
  ['10.0.0.0/8', 'http://printer/x', ['private']],
  ['fd00::/8', 'https://printer/x', ['unique']],
  ['127.0.0.0/8', 'http://printer/x', []],
  ['169.254.0.0/16', 'http://printer/x', []],
  ['external, 10.0.0.0/8', 'https://hook.example/x', ['public', 'private']],
  ['off', 'https://hook.example/x', []],
])(
  'with HOOK_HOSTS=%s, a hook may send to %s at IP addresses of these kinds: %j',
  (hosts, address, expected) => {
    const isAllowed = addressesAllowedFor(address, hosts === 'off' ? [] : hosts.split(', '))
    const allowed = Object.entries(ipsToTry).filter(([, ip]) => isAllowed?.(ip))
    expect(allowed.map(([name]) => name)).toEqual(expected)
  },
)
