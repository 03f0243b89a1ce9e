/** What is wrong with a secure connection, in words, and what mends it. */
interface Distrust {
  readonly what: string
  readonly mend: string
}

const TRUST_IT =
  'If you trust its issuer, write the certificate of the issuer (PEM) into a file, set NODE_EXTRA_CA_CERTS to the path of that file in the environment of this program, and start it again.'
const UNKNOWN_ISSUER: Distrust = {
  what: 'the issuer of its certificate is not known to this machine',
  mend: TRUST_IT,
}
const NO_TLS: Distrust = {
  what: 'it does not speak TLS',
  mend: 'Perhaps the address has to begin with http:// instead of https://, or names another port.',
}

/** By the codes of Node and OpenSSL (node:tls, X509 certificate error codes). */
const DISTRUST: ReadonlyMap<string, Distrust> = new Map(
  Object.entries({
    CERT_HAS_EXPIRED: {
      what: 'its certificate has expired',
      mend: 'Whoever runs that address has to renew it; check the clock of this machine too.',
    },
    CERT_NOT_YET_VALID: {
      what: 'its certificate is not valid yet',
      mend: 'Check the clock of this machine; if that is right, whoever runs that address has to mend it.',
    },
    CERT_REVOKED: {
      what: 'its certificate was revoked',
      mend: 'Whoever runs that address has to replace it.',
    },
    ERR_TLS_CERT_ALTNAME_INVALID: {
      what: 'its certificate is for another host name',
      mend: 'Check the address; a certificate holds for the names that it lists.',
    },
    DEPTH_ZERO_SELF_SIGNED_CERT: { what: 'its certificate is self-signed', mend: TRUST_IT },
    SELF_SIGNED_CERT_IN_CHAIN: UNKNOWN_ISSUER,
    UNABLE_TO_GET_ISSUER_CERT: UNKNOWN_ISSUER,
    UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNKNOWN_ISSUER,
    UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNKNOWN_ISSUER,
    CERT_UNTRUSTED: UNKNOWN_ISSUER,
    ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
    ERR_SSL_PACKET_LENGTH_TOO_LONG: NO_TLS,
  }),
)

/**
 * Why a secure connection failed, with the code, and what mends it, in sentences; undefined for a failure of another kind. Most of
 * these codes can come before the connection was agreed on and in its midst, so they do not say whether anything was sent.
 */
export function tlsFailure(code: string): { readonly why: string; readonly mend: string } | undefined {
  const known = DISTRUST.get(code)
  if (known === undefined && !/^(?:ERR_SSL_|ERR_TLS_|CERT_|EPROTO$)/.test(code)) return undefined
  const { what, mend } = known ?? { what: 'a secure connection could not be agreed on', mend: '' }
  return { why: `${what} (${code}).`, mend: mend === '' ? '' : ` ${mend}` }
}
