import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './world.ts'

/** A key and its certificate, both PEM, and the files that they lie in. */
export interface Identity {
  readonly key: string
  readonly cert: string
  readonly files: { readonly key: string; readonly cert: string }
}

const CURVE = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** A key and a certificate of its own for a host name. */
export function certificate(host: string): Identity {
  return selfSigned(host, `subjectAltName=DNS:${host}`)
}

/** An issuer of certificates that no machine knows. */
export function issuer(): Identity {
  return selfSigned('An issuer', 'basicConstraints=critical,CA:TRUE')
}

/** A key and a certificate for a host name from an issuer, which holds for so many days; -1 for one that has expired. */
export function issued(host: string, by: Identity, days = 1): Identity {
  const files = placeOf()
  const folder = temporaryFolder()
  const [request, extensions] = [join(folder, 'request.pem'), join(folder, 'extensions')]
  writeFileSync(extensions, `subjectAltName=DNS:${host}\n`)
  openssl('req', ...CURVE, '-keyout', files.key, '-out', request, '-subj', `/CN=${host}`)
  const signed = ['-CA', by.files.cert, '-CAkey', by.files.key, '-CAcreateserial', '-days', String(days)]
  openssl('x509', '-req', '-in', request, ...signed, '-extfile', extensions, '-out', files.cert)
  return read(files)
}

function selfSigned(name: string, extension: string): Identity {
  const files = placeOf()
  const subject = ['-subj', `/CN=${name}`, '-addext', extension]
  openssl('req', '-x509', ...CURVE, '-days', '1', '-keyout', files.key, '-out', files.cert, ...subject)
  return read(files)
}

function placeOf(): Identity['files'] {
  const folder = temporaryFolder()
  return { key: join(folder, 'key.pem'), cert: join(folder, 'cert.pem') }
}

function read(files: Identity['files']): Identity {
  return { key: readFileSync(files.key, 'utf8'), cert: readFileSync(files.cert, 'utf8'), files }
}

function openssl(...args: string[]): void {
  execFileSync('openssl', args, { stdio: 'ignore' })
}
