import { expect, it } from 'vitest'
import { noting, transportError } from '../../src/client/transport.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE'] as const
const deadline = { fault: () => null }
const systemError = (code: string) => Object.assign(new Error('it failed'), { code })

/** What a change is told whose connection fails with this error: before it was there, or when it was. */
async function toldOf(code: string, method: (typeof METHODS)[number], isThere: boolean) {
  const error = systemError(code)
  const failed = isThere
    ? error
    : await new Promise<unknown>(done => {
        noting((_, callback) => callback(error, null))(
          { hostname: 'a', protocol: 'https:', port: '1' },
          (gave, _socket) => done(gave),
        )
      })
  return transportError(failed, { method, origin: 'https://a.test', deadline })
}

const CODES = [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'],
  ...['ETIMEDOUT', 'ECONNRESET', 'EPIPE', 'EADDRNOTAVAIL', 'EACCES', 'EMFILE', 'EINVAL', 'UND_ERR_CONNECT_TIMEOUT'],
  ...['UND_ERR_SOCKET', 'CERT_HAS_EXPIRED', 'ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER', 'EPROTO'],
  ...['ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE', 'ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'A_CODE_OF_TOMORROW'],
]

it.each(CODES)(
  '%s before there was a connection: nothing was sent; afterwards a change may have happened [ERR-3]',
  async code => {
    for (const method of METHODS) {
      const before = await toldOf(code, method, false)
      expect(before).toMatchObject({ may_have_applied: false, code: expect.stringMatching(/^(?:network|tls)_error$/) })
      expect(before.message).toMatch(/^https:\/\/a\.test (?:cannot be reached|is not trusted)/)
      const after = await toldOf(code, method, true)
      expect(after).toMatchObject({ may_have_applied: method !== 'GET', code: 'network_error' })
      expect(after.message).toMatch(/^The (?:secure )?connection to https:\/\/a\.test broke \(/)
    }
  },
)
