/** The grant type of token exchange (RFC 8693 §2.1), the same word at both ends of it. */
export const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange'
