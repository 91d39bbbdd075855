// What the people of the tests and the journeys call their passwords, and how everything else looks that is nobody's business.
const secrets = {
  password:
    /(?:correct|wrong|new|other) horse|battery staple|(?:anas|eves|wrong|another|new) password|hunter2/,
  'password hash': /\$argon2/,
  // 256 bits: a session's token, the code of a link.
  token: /(?<![\w-])[\w-]{43}(?![\w-])/,
  cookie: /grouplight=/,
  bearer: /Bearer \S/,
  address: /[\w.+-]+@[\w-]+\.\w/,
}

/** The lines of a log that hold what no log may hold, each after what that is. */
export function indiscretions(lines: readonly string[]): string[] {
  return lines.flatMap(line =>
    Object.entries(secrets).flatMap(([secret, pattern]) => (pattern.test(line) ? `${secret}: ${line}` : [])),
  )
}
