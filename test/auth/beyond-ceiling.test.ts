import { describe, expect, it } from 'vitest'
import { beyondCeiling, lackingScope, widening } from '../../src/auth/beyond-ceiling.ts'
import type { Caller } from '../../src/auth/caller.ts'
import { ApiError } from '../../src/client/errors.ts'

const caller: Caller = {
  ...{ token: 't', principal: 'con_1', client_id: 'assistant', subject: 'mem_1', name: 'Ada L', workspace: 'team' },
  ...{ scopes: ['account:read'], ceiling: ['account:read', 'usage:read'], issued_at: 0, expires_at: 1 },
}
const here = { ...caller, workspace: undefined }

describe('what a token does not allow', () => {
  it('is got by connecting again where the member may have it, or nobody says what she may [OAU-2]', () => {
    const message = 'This connection was not granted usage:read. The person has to connect again and allow it.'
    for (const who of [caller, { ...caller, ceiling: undefined }]) {
      expect(lackingScope('usage:read', who)).toMatchObject({ code: 'reconnect_required', message })
    }
  })

  it('is not got so where it is over the ceiling: an admin widens it by a command [OAU-2] [OAU-3]', () => {
    const command = "`translation-mcp members set 'Ada L' --scopes +batches:create --workspace team`"
    const refusal = 'The workspace does not let Ada L use batches:create. Connecting again does not change that'
    expect(lackingScope('batches:create', caller)).toMatchObject({
      ...{ code: 'insufficient_scope', status: 403, request_id: null },
      message: `${refusal}; an admin can allow it on the server: ${command}; after that, connect again and allow it.`,
    })
    expect(lackingScope('batches:create', { ...caller, scopes: ['batches:create'] }).message).toBe(
      `${refusal}; an admin can allow it on the server: ${command}.`,
    )
  })

  it('keeps status and number of the request that was refused, where there is one', () => {
    const facts = { code: 'insufficient_scope', message: 'x', request_id: 'req_1' }
    const refused = (status?: number) => new ApiError({ ...facts, ...(status !== undefined && { status }) })
    expect(beyondCeiling('batches:create', caller, refused(401))).toMatchObject({ status: 401, request_id: 'req_1' })
    expect(beyondCeiling('batches:create', caller, refused())).toMatchObject({ status: null, request_id: 'req_1' })
  })
})

describe('the command that widens a ceiling', () => {
  it('names every scope, and the workspace where there are several [OAU-3]', () => {
    const scopes = ['batches:create', 'glossaries:write']
    const command = "`translation-mcp members set 'Ada L' --scopes +batches:create,+glossaries:write`"
    expect(widening(scopes, here)).toBe(`an admin can allow it on the server: ${command}`)
    expect(widening(scopes, caller)).toContain('+glossaries:write --workspace team`')
  })

  it('is not known where the issuer is another program’s', () => {
    for (const who of [
      { ...caller, name: undefined },
      { ...caller, ceiling: undefined },
    ]) {
      expect(widening(['batches:create'], who)).toBe('an admin of the service has to allow it there')
    }
    expect(beyondCeiling('batches:create', { ...caller, name: undefined }).message).toContain('let this member use')
  })
})
