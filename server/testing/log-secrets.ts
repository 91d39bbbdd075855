// The pattern `password` matches the passwords that the tests in `server/` and `e2e/` usually use.
const secrets = {
  password:
    /(?:correct|wrong|new|other) horse|battery staple|(?:anas|eves|wrong|another|new) password|hunter2/,
  'password hash': /\$argon2/,
  // A session token or an action code consists of 256 bits in base64url.
  token: /(?<![\w-])[\w-]{43}(?![\w-])/,
  // The code of an invite link consists of its id and its secret of 128 bits.
  link: /(?<![\w-])[0-9A-Za-z]{12}\.[\w-]{22}(?![\w-])/,
  'secret of a hook': /whsec_/,
  // A session token can contain `gl_` by chance. This pattern leaves out words of 43 characters, which the pattern `token` finds.
  key: /(?<![\w-])(?![\w-]{43}(?![\w-]))[\w-]*gl_[0-9A-Za-z]{20}/,
  cookie: /grouplight=/,
  bearer: /Bearer \S/,
  address: /[\w.+-]+@[\w-]+\.\w/,
}

/** Returns the log lines that contain a secret. Puts the kind of the secret before each line. */
export function findSecrets(lines: readonly string[]): string[] {
  return lines.flatMap(line =>
    Object.entries(secrets).flatMap(([secret, pattern]) => (pattern.test(line) ? `${secret}: ${line}` : [])),
  )
}
