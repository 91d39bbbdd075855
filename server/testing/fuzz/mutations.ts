import type { Chance } from './chance.ts'

/** A request as bytes will make it. */
export type Wire = {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | string | undefined
}

/** Something that no form would ever send, in the place of a value. */
export function oddValue(chance: Chance): unknown {
  return chance.of<unknown>([
    null,
    true,
    -1,
    0.5,
    1e308,
    2 ** 53,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e\u2066\ufeff',
    'e\u0301'.repeat(10_000),
    '🧑‍🚒'.repeat(300),
    'x'.repeat(60_000),
    "'; drop table users; --",
    '<script>alert(1)</script>',
    '{{7*7}}<%= 7*7 %>%s%n',
    'a@b.c\r\nBcc: d@e.f',
    '../../etc/passwd',
    [],
    {},
    [[[[[[]]]]]],
    { $ne: null },
    { toString: 1, constructor: { prototype: {} } },
    ['a@b.c', null, 7],
    Array(5_000).fill('a@b.c'),
  ])
}

const mutations: ((wire: Wire, chance: Chance) => void)[] = [
  // Broken, empty or strange JSON.
  (wire, chance) => {
    const json = String(wire.body ?? '{}')
    wire.body = chance.of([
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '1e999',
      json.slice(0, chance.number(json.length + 1)),
      `${json}${json}`,
      json.replace('{', '{"__proto__":{"isAdmin":true},'),
      json.replace('{', '{"constructor":{"prototype":{"x":1}},'),
      json.replace(/\{"(\w+)":/, '{"$1":1,"$1":'),
      json.replace('{', '{"userId":"AAAAAAAAAAAA","createdBy":"AAAAAAAAAAAA","role":"admin",'),
      '['.repeat(20_000),
      `{"a":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_001)}`,
      `{"name":"${'x'.repeat(70_000)}"}`,
    ])
  },
  (wire, chance) => {
    const json = parsed(wire.body)
    const keys = Object.keys(json)
    if (keys.length > 0) json[chance.of(keys)] = oddValue(chance)
    else json[chance.of(['name', 'x', '__proto__', ''])] = oddValue(chance)
    wire.body = JSON.stringify(json)
  },
  (wire, chance) => {
    const json = parsed(wire.body)
    delete json[chance.of(['', ...Object.keys(json)])]
    wire.body = JSON.stringify(json)
  },
  // Bytes that are no UTF-8, or no text at all.
  (wire, chance) => {
    const bytes = Buffer.from(wire.body ?? '{"name":"x"}')
    for (let n = chance.number(4); n >= 0; n--) bytes[chance.number(bytes.length)] = chance.number(256)
    wire.body = chance.oneIn(3) ? chance.bytes(300) : bytes
  },
  // Types and encodings that nobody offered.
  (wire, chance) => {
    wire.headers['content-type'] = chance.of([
      '',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/json; charset=utf-16',
      'application/json; charset=',
      'application/xml',
      '*/*',
      ';'.repeat(500),
    ])
  },
  (wire, chance) => {
    const [name, value] = chance.of([
      ['content-encoding', 'gzip'],
      ['transfer-encoding', 'chunked'],
      ['expect', '100-continue'],
      ['range', 'bytes=0-1,5-9999999999'],
      ['if-none-match', '"'.repeat(3_000)],
      ['accept', 'x/'.repeat(2_000)],
      ['x-forwarded-for', '1.2.3.4, '.repeat(300)],
      ['x-forwarded-host', 'evil.example'],
      ['origin', 'https://evil.example'],
      ['origin', 'null'],
      ['sec-fetch-site', 'cross-site'],
      ['cookie', 'grouplight='.repeat(500)],
      ['cookie', 'grouplight=%00%ff; =; ;;'],
      ['authorization', `Bearer ${'A'.repeat(6_000)}`],
      ['authorization', 'Basic Og=='],
      ['x-large', 'x'.repeat(20_000)],
      ['x-http-method-override', 'DELETE'],
    ] as const)
    wire.headers[name] = value
  },
  (wire, chance) => {
    wire.method = chance.of([
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
      'OPTIONS',
      'TRACE',
      'PROPFIND',
      'QUERY',
      'LINK',
      'PURGE',
    ])
  },
  // Paths that lead nowhere, or not where they seem to.
  (wire, chance) => {
    const part = chance.of([
      '%00',
      '%ff%fe',
      '%',
      '%zz',
      '..%2f..%2f',
      '.',
      '~',
      'x'.repeat(9_000),
      '%F0%9F%9A%91',
      '__proto__',
      'constructor',
      "'--",
      '*',
      '%0d%0aSet-Cookie:x=1',
      'AAAAAAAAAAAA',
    ])
    const parts = wire.path.split('/')
    if (chance.oneIn(3)) parts.splice(1 + chance.number(parts.length), 0, part)
    else parts[1 + chance.number(parts.length - 1)] = part
    wire.path = parts.join('/')
  },
  (wire, chance) => {
    const query = chance.of([
      '?',
      '?before=',
      '?before=-1',
      '?before=1e400',
      '?before=1&before=2',
      '?before[]=1',
      '?before[$gt]=',
      '?__proto__[x]=1',
      '?x=%ff',
      `?${'a&'.repeat(3_000)}`,
      '?before=99999999999999999999',
    ])
    wire.path += query
  },
  // Anything at all, anywhere.
  (wire, chance) => {
    wire.path = chance.of([
      '/',
      '//',
      '/api',
      '/api/',
      '/api//groups',
      '/functions/us-central1/x',
      '/.env',
      '/assets/../../package.json',
      '/mailbox',
      '/metrics',
      '/health',
      '/api/docs/json',
      '/*',
      '/api/live',
    ])
  },
]

/** Makes a good request a bad one, in one to three ways. */
export function mutate(wire: Wire, chance: Chance): void {
  for (let n = chance.number(3); n >= 0; n--) chance.of(mutations)(wire, chance)
}

function parsed(body: Wire['body']): Record<string, unknown> {
  const text = String(body)
  // What is nested too deeply for this client, too, is left behind.
  if (text.length > 10_000) return {}
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return json as Record<string, unknown>
  } catch {
    // Another mutation has broken it already.
  }
  return {}
}
