import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Makes a certificate authority, and a certificate for `name` that it has signed. The files belong to the given system user. */
export function makeCertificates(folder: string, name: string, owner: { uid?: number; gid?: number } = {}) {
  const file = (base: string) => join(folder, base)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore', cwd: folder })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl(
    'req',
    '-x509',
    ...newKey,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/CN=Our CA',
    '-days',
    '2',
  )
  openssl('req', ...newKey, '-keyout', 'server.key', '-out', 'server.csr', '-subj', `/CN=${name}`)
  writeFileSync(file('names'), `subjectAltName=DNS:${name}\n`)
  openssl(
    ...['x509', '-req', '-in', 'server.csr', '-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial'],
    ...['-extfile', 'names', '-out', 'server.crt', '-days', '2'],
  )
  for (const path of [file('server.key'), file('server.crt')]) {
    chmodSync(path, 0o600)
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid)
  }
  return { ca: file('ca.pem'), cert: file('server.crt'), key: file('server.key') }
}
