/** The grant type of token exchange (RFC 8693 § 2.1). The server and the client of the exchange both use it. */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
