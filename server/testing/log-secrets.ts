// Includes every password that tests and journeys use.
const secrets = {
  password:
    /(?:correct|wrong|new|other) horse|battery staple|(?:anas|eves|wrong|another|new) password|hunter2/,
  'password hash': /\$argon2/,
  // 256 bits in base64url: a session token or an action code.
  token: /(?<![\w-])[\w-]{43}(?![\w-])/,
  cookie: /grouplight=/,
  bearer: /Bearer \S/,
  address: /[\w.+-]+@[\w-]+\.\w/,
}

/** The log lines that contain a secret, each prefixed with its kind. */
export function findSecrets(lines: readonly string[]): string[] {
  return lines.flatMap(line =>
    Object.entries(secrets).flatMap(([secret, pattern]) => (pattern.test(line) ? `${secret}: ${line}` : [])),
  )
}
