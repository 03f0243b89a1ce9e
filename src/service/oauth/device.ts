import type { Client, KoaContextWithOIDC } from 'oidc-provider'
import { USABLE_SCOPES } from '../../contract/scopes.ts'
import { deviceConfirmPage, deviceDonePage, deviceInputPage } from '../web/device-pages.ts'
import type { Desk } from './desk.ts'

/** The hidden token of a form that the provider made. */
function xsrfOf(form: string): string {
  return /name="xsrf" value="([^"]*)"/.exec(form)?.[1] ?? ''
}

/**
 * The device flow (RFC 8628): its three pages. A code in the address only fills in the form: the provider would send it by a
 * script, which these pages do not allow.
 */
export function deviceFlow({ issuer }: Desk) {
  const action = `${issuer}/oauth/device`
  return {
    enabled: true,
    charset: 'base-20',
    mask: '****-****',
    // The provider calls this when it takes a request: one without a scope asks for the same as at the authorization endpoint.
    deviceInfo({ oidc: { params } }: KoaContextWithOIDC) {
      if (params !== undefined && !params.scope) params.scope = USABLE_SCOPES.join(' ')
      return {}
    },
    async userCodeInputSource(ctx: KoaContextWithOIDC, form: string, out?: object, error?: Error) {
      const typed: unknown = ctx.oidc.params?.user_code ?? ctx.state.user_code
      const userCode = typeof typed === 'string' ? typed : ''
      const failure = out === undefined ? undefined : (FAILURES[error?.name ?? ''] ?? 'other')
      ctx.type = 'html'
      ctx.body = await deviceInputPage({ action, xsrf: xsrfOf(form), userCode, failure })
    },
    async userCodeConfirmSource(ctx: KoaContextWithOIDC, form: string, client: Client, _: unknown, userCode: string) {
      const clientName = client.clientName ?? client.clientId
      ctx.type = 'html'
      ctx.body = await deviceConfirmPage({ action, xsrf: xsrfOf(form), userCode, clientName })
    },
    async successSource(ctx: KoaContextWithOIDC) {
      ctx.type = 'html'
      ctx.body = await deviceDonePage({ clientName: ctx.oidc.client?.clientName ?? undefined })
    },
  } as const
}

const FAILURES: Readonly<Record<string, 'unknown' | 'expired' | 'used' | 'cancelled'>> = {
  NoCodeError: 'unknown',
  NotFoundError: 'unknown',
  ExpiredError: 'expired',
  AlreadyUsedError: 'used',
  AbortedError: 'cancelled',
}
