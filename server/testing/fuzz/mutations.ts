import type { Random } from './random.ts'

export type RawRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer | string | undefined
}

/** Returns a value that is invalid or unusual in most fields. */
export function oddValue(random: Random): unknown {
  return random.pick<unknown>([
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

const mutations: ((request: RawRequest, random: Random) => void)[] = [
  // Replaces the body with malformed, empty or unusual JSON.
  (request, random) => {
    const json = String(request.body ?? '{}')
    request.body = random.pick([
      '',
      '{',
      'null',
      '[]',
      '"text"',
      '1e999',
      json.slice(0, random.number(json.length + 1)),
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
  (request, random) => {
    const json = parsed(request.body)
    const keys = Object.keys(json)
    if (keys.length > 0) json[random.pick(keys)] = oddValue(random)
    else json[random.pick(['name', 'x', '__proto__', ''])] = oddValue(random)
    request.body = JSON.stringify(json)
  },
  (request, random) => {
    const json = parsed(request.body)
    delete json[random.pick(['', ...Object.keys(json)])]
    request.body = JSON.stringify(json)
  },
  // Overwrites some bytes of the body, or replaces the body with random bytes.
  (request, random) => {
    const bytes = Buffer.from(request.body ?? '{"name":"x"}')
    for (let n = random.number(4); n >= 0; n--) bytes[random.number(bytes.length)] = random.number(256)
    request.body = random.oneIn(3) ? random.bytes(300) : bytes
  },
  (request, random) => {
    request.headers['content-type'] = random.pick([
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
  (request, random) => {
    const [name, value] = random.pick([
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
    request.headers[name] = value
  },
  (request, random) => {
    request.method = random.pick([
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
  // Inserts an unexpected part into the path, or replaces a part.
  (request, random) => {
    const part = random.pick([
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
    const parts = request.path.split('/')
    if (random.oneIn(3)) parts.splice(1 + random.number(parts.length), 0, part)
    else parts[1 + random.number(parts.length - 1)] = part
    request.path = parts.join('/')
  },
  (request, random) => {
    const query = random.pick([
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
    request.path += query
  },
  (request, random) => {
    request.path = random.pick([
      '/',
      '//',
      '/api',
      '/api/',
      '/api//groups',
      '/functions/us-central1/x',
      '/.env',
      '/assets/../../package.json',
      '/mailbox',
      '/mailbox/x',
      '/metrics',
      '/health',
      '/api/docs/json',
      '/*',
      '/api/live',
    ])
  },
]

/** Applies one to three mutations. */
export function mutate(request: RawRequest, random: Random): void {
  for (let n = random.number(3); n >= 0; n--) random.pick(mutations)(request, random)
}

function parsed(body: RawRequest['body']): Record<string, unknown> {
  const text = String(body)
  // JSON.stringify would later fail on deeply nested JSON, which occurs only in long bodies.
  if (text.length > 10_000) return {}
  try {
    const json: unknown = JSON.parse(text)
    if (typeof json === 'object' && json !== null) return json as Record<string, unknown>
  } catch {
    // The request has no body, or another mutation has already broken the JSON.
  }
  return {}
}
